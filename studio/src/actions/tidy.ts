// Tidies the selection, or the whole page.
import { fit } from "../canvas/flow";
import { sizeOfNode, useView } from "../canvas/view";
import { move, type Point } from "../page/edits";
import { useInfer } from "../store/infer";
import { usePage } from "../store/page";
import { useSelection } from "../store/selection";
import { useUi } from "../store/ui";
import type { LayoutTask } from "./layout";
import { inWorker } from "./layoutWorker";

/** About what a wire's label takes at 11 px. */
const labelWidth = (text: string): number => Math.round(text.length * 6.1) + 12;

function task(names: ReadonlySet<string>): LayoutTask {
  const { page } = usePage.getState();
  const { answer } = useInfer.getState();
  const nodes = useView.getState().nodes.flatMap((node) => {
    if (node.type !== "block" || !names.has(node.data.block.name)) return [];
    const { name, group } = node.data.block;
    return [{ id: name, ...sizeOfNode(node), ...(group !== undefined && { group }) }];
  });
  const wires = page.wires
    .filter((wire) => names.has(wire.from) && names.has(wire.to) && wire.from !== wire.to)
    .map((wire) => ({
      from: wire.from,
      to: wire.to,
      label: labelWidth(answer.blocks[wire.from]?.outputs[wire.output]?.text ?? ""),
      pin: answer.blocks[wire.to]?.pins.findIndex(({ pin }) => pin === wire.input) ?? 0,
    }));
  return { nodes, wires };
}

export async function tidy(): Promise<void> {
  const { page, edit } = usePage.getState();
  const chosen = useSelection.getState().blocks;
  const names = new Set(chosen.length > 1 ? chosen : Object.keys(page.blocks));
  if (names.size === 0) return;
  try {
    const places = await inWorker(task(names));
    const corner = (points: readonly Point[]): Point => ({
      x: Math.min(...points.map((p) => p.x)),
      y: Math.min(...points.map((p) => p.y)),
    });
    const was = corner([...names].flatMap((name) => page.blocks[name] ?? []));
    const is = corner(Object.values(places));
    const to = Object.fromEntries(
      Object.entries(places).map(([name, { x, y }]) => [name, { x: x - is.x + was.x, y: y - is.y + was.y }]),
    );
    edit("Tidy", (now) => move(now, to));
    if (chosen.length <= 1) requestAnimationFrame(() => fit(0.6));
    useUi.getState().say(`Tidied ${names.size} blocks.`);
  } catch (error) {
    useUi.getState().notice(error instanceof Error ? error.message : String(error), true);
  }
}
