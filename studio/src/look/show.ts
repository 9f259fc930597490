// Brings an output into the viewer, opening the panel where it is folded.
import { useSelection } from "../store/selection";
import { useUi } from "../store/ui";

export function showOutput(output: string): void {
  useSelection.getState().look(output);
  useUi.getState().fold("right", true);
  useUi.setState({ rightTab: "look" });
}
