// A wire: in the colour of what it carries, with a label that says it; red with the reason where it cannot be.
import { BaseEdge, getBezierPath, getSmoothStepPath, type EdgeProps } from "@xyflow/react";
import { createContext, memo, use } from "react";
import { createPortal } from "react-dom";
import { useInfer } from "../store/infer";
import { useSelection } from "../store/selection";
import { dtypeClass } from "./dtype";
import type { WireEdge as WireEdgeType } from "./project";

/**
 * React Flow's layer for labels. Its own EdgeLabelRenderer looks for it in the document, for every wire in every frame:
 * with 800 wires that was most of the frame.
 */
export const LabelLayer = createContext<Element | null>(null);

export const WireEdge = memo(function WireEdge(props: EdgeProps<WireEdgeType>) {
  const {
    id,
    source,
    target,
    data,
    selected,
    sourceX,
    sourceY,
    targetX,
    targetY,
    sourcePosition,
    targetPosition,
  } = props;
  const wire = data?.wire;
  const index = data?.index;
  const carries = useInfer((s) =>
    wire && wire.output >= 0 ? s.answer.blocks[wire.from]?.outputs[wire.output] : undefined,
  );
  // An answer about an older page may count the wires differently.
  const reason = useInfer((s) => (s.pending || index === undefined ? undefined : s.answer.wires[index]));
  const select = useSelection((s) => s.select);
  const layer = use(LabelLayer);
  const ends = { sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition };
  // A block that reads itself: around it, not through it.
  const [path, x, y] = source === target ? getSmoothStepPath({ ...ends, offset: 28 }) : getBezierPath(ends);
  const control = wire !== undefined && wire.output < 0;
  const look = [dtypeClass(carries?.dtype), control && "control", reason && "bad"].filter(Boolean).join(" ");
  // Where a block reads itself its own sentence says so, and a label would cover it.
  const text = source === target ? "" : (reason ?? carries?.text ?? "");
  return (
    <>
      <BaseEdge id={id} path={path} className={look} interactionWidth={14} />
      {text !== "" &&
        layer &&
        createPortal(
          <div
            className={`wire-label ${selected ? "selected" : ""} ${reason ? "bad" : ""}`}
            style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}
            title={reason ? `${reason}\n${carries?.text ?? ""}` : text}
            onClick={() => index !== undefined && select({ wire: index })}
          >
            {text}
          </div>,
          layer,
        )}
    </>
  );
});
