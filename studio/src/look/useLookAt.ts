// The result that the panel is about: of the looked-at output, or its difference to the compared one.
import type { Summary } from "../api/types";
import { formatShape } from "../run/format";
import { useRun } from "../run/store";
import { useSelection } from "../store/selection";
import { useLatest } from "./latest";
import { lookOf, useLook, type Look } from "./store";
import { askHistogram, askSummary, differenceOf } from "./tensor";

const bins = 64;

export interface LookedAt {
  /** As the selection says; the difference is a result of its own. */
  readonly output: string;
  readonly look: Look | null;
  readonly stale: boolean;
  readonly error: string | undefined;
}

export const blockOf = (output: string): string => output.slice(0, output.lastIndexOf(":"));

export function useLookAt(): LookedAt | null {
  const output = useSelection((state) => state.looked);
  const compared = useSelection((state) => state.compared);
  const difference = output !== null && compared !== null ? differenceOf(output, compared) : null;
  const asDifference = useLook((state) => state.difference === difference);
  const shown = (asDifference ? difference : null) ?? output ?? "";
  const session = useRun((state) => state.session);
  const round = useRun((state) => state.round);
  const kept = useRun((state) => summaryIn(state.results, shown));
  const stale = useRun((state) => output !== null && state.stale.has(blockOf(output)));
  const choice = useLook((state) => state.choices[shown]) ?? {};

  const subject = { session, output: shown };
  const ask = `${session}/${round}/${shown}`;
  // Results that no block of the page has, such as a difference, are asked for.
  const wanted = shown !== "" && !kept && round > 0;
  const asked = useLatest(ask, wanted ? shown : null, (signal) => askSummary(subject, signal));
  const summary = kept ?? asked?.value;
  const version = `${ask}/${summary ? formatShape(summary.shape) : ""}`;
  const drawable = summary !== undefined && summary.count > 0 && summary.dtype !== "string";
  const histogram = useLatest(version, drawable ? "histogram" : null, (signal) => askHistogram(subject, bins, signal));
  if (output === null) return null;
  const look = summary ? lookOf(subject, version, summary, histogram?.value ?? null, choice) : null;
  return { output, look, stale, error: kept ? undefined : asked?.error };
}

function summaryIn(results: ReturnType<typeof useRun.getState>["results"], output: string): Summary | undefined {
  return results[blockOf(output)]?.result.outputs.find((summary) => summary.output === output);
}
