// The figures of a result, and how it is doing.
import type { Summary } from "../api/types";
import { formatCount, formatNumber, formatShare, type Num } from "../run/format";
import { healthOf, healthParts } from "./health";

const ill = ["NaN", "Inf"];

export function SummaryView({ summary }: { readonly summary: Summary }) {
  const health = healthOf(summary);
  const number = (name: string, x: Num | undefined) => [name, formatNumber(x, 4), formatNumber(x, 17)] as const;
  const count = (name: string, n: number) =>
    [name, formatCount(n), `${formatCount(n)} of ${formatCount(summary.count)}, ${formatShare(n, summary.count)}`] as const;
  const figures = [
    number("min", summary.min),
    number("max", summary.max),
    number("mean", summary.mean),
    number("std", summary.std),
    count("elements", summary.count),
    count("zeros", summary.zeros),
    count("NaN", summary.nan),
    count("Inf", summary.inf),
  ];
  return (
    <section className="summary" aria-label="Summary">
      <div className="health">
        <span className={`pill ${health.tone}`}>{health.text}</span>
        <div className="health-bar" aria-hidden="true">
          {healthParts(summary).map(({ kind, percent }) => (
            <i key={kind} className={kind} style={{ flexGrow: Math.max(percent, 1.5) }} />
          ))}
        </div>
      </div>
      <dl>
        {figures.map(([name, text, title]) => (
          <div key={name} title={title} className={ill.includes(name) && text !== "0" ? "ill" : ""}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
