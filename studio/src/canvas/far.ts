// How much of a block is drawn: from afar only a box with a name, which costs a tenth of a whole block.
import { create } from "zustand";

/** Below this zoom the text cannot be read and is not drawn. */
const farZoom = 0.45;

export const useFar = create<{ readonly far: boolean }>()(() => ({ far: false }));

export function zoomed(zoom: number): void {
  const far = zoom < farZoom;
  if (far !== useFar.getState().far) useFar.setState({ far });
}
