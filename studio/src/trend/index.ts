export { TrendPanel } from "./TrendPanel";
