// A button with a small panel under it, in the browser's top layer: neither the canvas's zoom nor a panel's edge cuts it.
import { useId, useRef, type ReactNode } from "react";
import { createPortal } from "react-dom";

interface Props {
  readonly label: string;
  readonly title?: string;
  readonly className?: string;
  readonly button: ReactNode;
  readonly children: ReactNode;
}

const margin = 6;

export function Popover({ label, title, className, button, children }: Props) {
  const id = useId();
  const anchor = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);

  const put = () => {
    const at = anchor.current?.getBoundingClientRect();
    const box = panel.current;
    if (!at || !box) return;
    const { width, height } = box.getBoundingClientRect();
    const below = at.bottom + 4 + height + margin <= window.innerHeight;
    box.style.left = `${Math.max(margin, Math.min(at.left, window.innerWidth - width - margin))}px`;
    box.style.top = `${below ? at.bottom + 4 : Math.max(margin, at.top - 4 - height)}px`;
  };

  return (
    <>
      <button
        ref={anchor}
        type="button"
        className={`nodrag nokey ${className ?? ""}`}
        popoverTarget={id}
        aria-label={label}
        title={title ?? label}
      >
        {button}
      </button>
      {createPortal(
        <div
          ref={panel}
          id={id}
          popover="auto"
          role="dialog"
          aria-label={label}
          className="popover nodrag nokey nowheel"
          onToggle={(event) => {
            if (event.newState === "open") put();
          }}
          onKeyDown={(event) => {
            if (event.key !== "Escape") event.stopPropagation(); // arrows and Delete here are not the canvas's
          }}
        >
          {children}
        </div>,
        document.body,
      )}
    </>
  );
}
