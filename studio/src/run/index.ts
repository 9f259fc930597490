export { BlockResult } from "./BlockResult";
export { RunBar } from "./RunBar";
export { useRun } from "./store";
