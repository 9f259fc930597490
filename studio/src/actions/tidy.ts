// Tidies the selection, or the whole page, in a worker.
import { fit } from "../canvas/flow";
import { sizeOfNode, useView } from "../canvas/view";
import { move, type Point } from "../page/edits";
import { useInfer } from "../store/infer";
import { usePage } from "../store/page";
import { useSelection } from "../store/selection";
import { useUi } from "../store/ui";
import type { LayoutTask, Places } from "./layout";
import workerUrl from "./layout.worker?worker&url";

/** The page's security policy wants script addresses to come from a named place. */
const trusted: (url: string) => string | TrustedUrl = (() => {
  const types = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes;
  const policy = types?.createPolicy("voxgrad", { createScriptURL: (url) => url });
  return policy ? (url) => policy.createScriptURL(url) : (url) => url;
})();

type TrustedUrl = object;
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): TrustedUrl };
}

function inWorker(task: LayoutTask): Promise<Places> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(trusted(workerUrl) as string, { type: "module" });
    worker.onmessage = (event: MessageEvent<Places>) => {
      worker.terminate();
      resolve(event.data);
    };
    worker.onerror = (event) => {
      worker.terminate();
      reject(new Error(event.message || "The layout could not be computed."));
    };
    worker.postMessage(task);
  });
}

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
