export { LookPanel } from "./LookPanel";
