export { CheckBadge, CheckSection } from "./CheckBadge";
export { useCheck } from "./store";
export { WindowView } from "./WindowView";
