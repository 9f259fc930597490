// A pin: React Flow's handle for the mouse, and a button for the keyboard that carries the name.
import { Handle, Position } from "@xyflow/react";
import { memo } from "react";
import { useOnPin } from "./pinKeys";
import { dtypeClass } from "./dtype";
import { pinText } from "./pinPlace";
import { outputHandle } from "./project";
import { useWiring } from "./wiring";

interface PinProps {
  readonly block: string;
  /** The name of an input, or the number of an output. */
  readonly pin: string | number;
  readonly label: string;
  readonly dtype: string | undefined;
  readonly title: string;
  readonly wired: boolean;
  /** The operation itself, in the header: drawn small, its name only while it has the focus. */
  readonly control?: boolean;
}

/** Why a wire that is being drawn cannot end here; undefined while none is, or where it fits. */
function useReason(block: string, pin: string | number): string | undefined {
  return useWiring(({ end, reasons }) => {
    if (!end || !reasons) return undefined;
    const wantsInput = "from" in end;
    if (wantsInput !== (typeof pin === "string")) {
      const own = wantsInput
        ? end.from === block && end.output === pin
        : end.to === block && end.input === pin;
      return own ? undefined : "A wire goes from an output to an input.";
    }
    return reasons[`${block}/${pin}`] || undefined;
  });
}

export const Pin = memo(function Pin({ block, pin, label, dtype, title, wired, control = false }: PinProps) {
  const reason = useReason(block, pin);
  const onKeyDown = useOnPin(block, pin);
  const input = typeof pin === "string";
  const look = [
    control ? "control" : dtypeClass(dtype),
    wired && "wired",
    reason !== undefined && "impossible",
  ]
    .filter(Boolean)
    .join(" ");
  return (
    <>
      <Handle
        type={input ? "target" : "source"}
        position={input ? Position.Left : Position.Right}
        id={input ? pin : outputHandle(pin)}
        className={look}
        title={reason ?? title}
      />
      <button
        type="button"
        tabIndex={-1}
        className={`pin nokey ${control ? "control-pin" : ""} ${reason === undefined ? "" : "impossible"}`}
        data-pin={pinText({ block, side: input ? "in" : "out", pin: String(pin) })}
        aria-label={`${title}${wired ? ", wired" : ""}${reason === undefined ? "" : `. ${reason}`}`}
        title={reason ?? title}
        onKeyDown={onKeyDown}
      >
        {label}
      </button>
    </>
  );
});
