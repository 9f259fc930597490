// The curves, by uPlot. It draws on a canvas, so it needs the font loaded and colours that are resolved already.
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { formatNumber } from "../run/format";

interface Props {
  readonly names: readonly string[];
  readonly columns: readonly (readonly (number | null)[])[];
  readonly log: boolean;
  /** The place in the columns that the pointer is over. */
  readonly onCursor: (at: number | null) => void;
}

/** uPlot's enum of distributions exists for the compiler only: 3 is the logarithm. */
const logarithmic: object = { distr: 3 };
const font = '11px "Inter Variable", sans-serif';

export function Plot({ names, columns, log, onCursor }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const scheme = useScheme();
  const tell = useEffectEvent(onCursor);
  const data = useEffectEvent(() => columns as uPlot.AlignedData);
  const key = names.join("\n");

  useEffect(() => {
    const element = host.current;
    if (!element) return undefined;
    let gone = false;
    const make = () => {
      if (gone) return;
      const labels = key === "" ? [] : key.split("\n");
      const mine = new uPlot(options(element, labels, log, (at) => tell(at)), data(), element);
      plot.current = mine;
    };
    void document.fonts.load(font).then(make, make);
    const sizes = new ResizeObserver(() => plot.current?.setSize(sizeOf(element)));
    sizes.observe(element);
    return () => {
      gone = true;
      sizes.disconnect();
      plot.current?.destroy();
      plot.current = null;
    };
  }, [key, log, scheme]);

  useEffect(() => {
    plot.current?.setData(columns as uPlot.AlignedData);
  }, [columns]);

  return <div ref={host} className="plot" role="img" aria-label={`Trend of ${names.join(", ")}`} />;
}

function sizeOf(element: HTMLElement): { width: number; height: number } {
  return { width: Math.max(80, element.clientWidth), height: Math.max(60, element.clientHeight) };
}

function options(
  host: HTMLElement,
  names: readonly string[],
  log: boolean,
  onCursor: (at: number | null) => void,
): uPlot.Options {
  const dim = resolved(host, "--dim");
  const line = resolved(host, "--line");
  const axis: uPlot.Axis = {
    stroke: dim,
    font,
    grid: { stroke: line, width: 1 },
    ticks: { stroke: line, width: 1, size: 4 },
  };
  return {
    ...sizeOf(host),
    legend: { show: false },
    cursor: { y: false, points: { size: 6 } },
    scales: { x: { time: false }, y: log ? logarithmic : {} },
    axes: [
      { ...axis, size: 26, space: 60, values: (_, splits) => splits.map((x) => (Number.isInteger(x) ? String(x) : "")) },
      { ...axis, size: 58, space: 28, values: (_, splits) => splits.map((y) => (y as number | null) === null ? "" : formatNumber(y, 4)) },
    ],
    series: [
      {},
      ...names.map((label, i) => ({
        label,
        stroke: resolved(host, `--series-${i + 1}`),
        width: 1.5,
        spanGaps: true,
        points: { size: 4 },
      })),
    ],
    hooks: { setCursor: [(u) => onCursor(u.cursor.idx ?? null)] },
  };
}

/** A colour of the style sheet as a canvas takes it. */
function resolved(host: HTMLElement, variable: string): string {
  const probe = document.createElement("span");
  probe.style.color = `var(${variable})`;
  host.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** Changes whenever the colours do. */
function useScheme(): string {
  return useSyncExternalStore(watchScheme, currentScheme);
}

function watchScheme(changed: () => void): () => void {
  const query = matchMedia("(prefers-color-scheme: dark)");
  const theme = new MutationObserver(changed);
  query.addEventListener("change", changed);
  theme.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  return () => {
    query.removeEventListener("change", changed);
    theme.disconnect();
  };
}

function currentScheme(): string {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  return `${document.documentElement.dataset.theme ?? ""}/${dark}`;
}
