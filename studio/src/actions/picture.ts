// The page as a picture: what the browser laid out, written down as plain SVG that any program opens.
import fontUrl from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url";
import { useSelection } from "../store/selection";
import { useUi } from "../store/ui";

const space = 24;

const escape = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

const visible = (colour: string): boolean =>
  colour !== "" && colour !== "transparent" && !/, 0\)$|\/ 0\)$/.test(colour);

interface Place {
  readonly left: number;
  readonly top: number;
  readonly zoom: number;
}

type Rect = Pick<DOMRect, "x" | "y" | "width" | "height">;

function toPage(rect: Rect, { left, top, zoom }: Place): Rect {
  return {
    x: (rect.x - left) / zoom,
    y: (rect.y - top) / zoom,
    width: rect.width / zoom,
    height: rect.height / zoom,
  };
}

const at = ({ x, y, width, height }: Rect): string =>
  `x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${width.toFixed(1)}" height="${height.toFixed(1)}"`;

function box(rect: Rect, style: CSSStyleDeclaration): string {
  const border = Number.parseFloat(style.borderTopWidth) > 0 && Number.parseFloat(style.borderLeftWidth) > 0;
  const stroke = border && visible(style.borderTopColor) ? style.borderTopColor : "none";
  const fill = visible(style.backgroundColor) ? style.backgroundColor : "none";
  if (fill === "none" && stroke === "none") return "";
  const radius = Math.min(Number.parseFloat(style.borderTopLeftRadius) || 0, rect.width / 2, rect.height / 2);
  return `<rect ${at(rect)} rx="${radius.toFixed(1)}" fill="${fill}" stroke="${stroke}" stroke-width="${style.borderTopWidth}"/>`;
}

interface Line {
  readonly x: number;
  readonly y: number;
  readonly height: number;
  right: number;
  text: string;
}

/** The text as the browser broke it into lines, cut where its box ends. */
function linesOf(node: Text, place: Place, edge: number): Line[] {
  const range = document.createRange();
  const lines: Line[] = [];
  for (let i = 0; i < node.length; ++i) {
    range.setStart(node, i);
    range.setEnd(node, i + 1);
    const { x, y, width, height } = toPage(range.getBoundingClientRect(), place);
    if (width === 0) continue;
    const letter = node.data[i] ?? "";
    let line = lines.at(-1);
    if (!line || Math.abs(line.y - y) > 2) lines.push((line = { x, y, height, right: x, text: "" }));
    if (line.text.endsWith("…")) continue;
    const past = x + width > edge + 1;
    line.text = past ? `${line.text.slice(0, -1)}…` : line.text + letter;
    if (!past) line.right = x + width;
  }
  return lines;
}

function words(node: Text, style: CSSStyleDeclaration, place: Place, box: Rect): string {
  if (node.data.trim() === "") return "";
  const size = Number.parseFloat(style.fontSize);
  const edge = style.textOverflow === "ellipsis" ? box.x + box.width : Infinity;
  return linesOf(node, place, edge)
    .map(({ x, y, height, right, text }) => {
      const baseline = y + height / 2 + size * 0.36;
      // The width as laid out: another font changes the letters, not the picture.
      const width =
        text.trim().length > 1
          ? ` textLength="${(right - x).toFixed(1)}" lengthAdjust="spacingAndGlyphs"`
          : "";
      return `<text x="${x.toFixed(1)}" y="${baseline.toFixed(1)}" font-size="${size}" font-weight="${style.fontWeight}" fill="${style.color}"${width}>${escape(text)}</text>`;
    })
    .join("");
}

async function dataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === "string" ? reader.result : "");
    reader.readAsDataURL(blob);
  });
}

/** An image may be of a blob, which cannot be fetched under our policy: it is drawn once more. */
async function loaded(element: HTMLImageElement): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = element.naturalWidth;
  canvas.height = element.naturalHeight;
  canvas.getContext("2d")?.drawImage(element, 0, 0);
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? new Blob()), "image/png"));
}

/** An image as data: the file must not depend on this page. */
async function image(element: HTMLImageElement, rect: Rect): Promise<string> {
  const url = await dataUrl(await loaded(element));
  return `<image ${at(rect)} preserveAspectRatio="none" style="image-rendering: pixelated" href="${url}"/>`;
}

function wire(element: SVGPathElement): string {
  const style = getComputedStyle(element);
  const dash = style.strokeDasharray === "none" ? "" : ` stroke-dasharray="${style.strokeDasharray}"`;
  return `<path d="${element.getAttribute("d") ?? ""}" fill="none" stroke="${style.stroke}" stroke-width="${style.strokeWidth}"${dash}/>`;
}

async function walk(element: Element, place: Place, out: string[]): Promise<void> {
  const style = getComputedStyle(element);
  if (style.display === "none" || style.visibility === "hidden" || style.opacity === "0") return;
  if (element instanceof SVGPathElement) {
    if (element.classList.contains("react-flow__edge-path")) out.push(wire(element));
    return;
  }
  const rect = toPage(element.getBoundingClientRect(), place);
  if (element instanceof HTMLElement && rect.width > 0) out.push(box(rect, style));
  if (element instanceof HTMLImageElement) out.push(await image(element, rect));
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    const size = Number.parseFloat(style.fontSize);
    out.push(
      `<text x="${rect.x + 4}" y="${rect.y + rect.height / 2 + size * 0.36}" font-size="${size}" fill="${style.color}">${escape(element.value)}</text>`,
    );
  }
  for (const child of element.childNodes) {
    if (child instanceof Text) out.push(words(child, style, place, rect));
    else if (child instanceof Element) await walk(child, place, out);
  }
}

/** The font travels with the picture. */
async function fontStyle(): Promise<string> {
  const url = await dataUrl(await (await fetch(fontUrl)).blob());
  return `<style>@font-face { font-family: Inter; font-weight: 100 900; src: url("${url}") format("woff2"); }</style>`;
}

const frames = (n: number): Promise<void> =>
  n === 0
    ? Promise.resolve()
    : new Promise<void>((done) => requestAnimationFrame(() => done())).then(() => frames(n - 1));

/** The whole page, in the colours of the scheme that is on. */
export async function pageSvg(): Promise<{ svg: string; width: number; height: number }> {
  useUi.setState({ drawAll: true });
  useSelection.getState().select({});
  const far = document.querySelector(".canvas.far");
  far?.classList.remove("far");
  try {
    await frames(3);
    const viewport = document.querySelector<HTMLElement>(".react-flow__viewport");
    if (!viewport) throw new Error("There is no page to draw.");
    const origin = viewport.getBoundingClientRect();
    const zoom = new DOMMatrix(getComputedStyle(viewport).transform).a;
    const place = { left: origin.x, top: origin.y, zoom };
    const boxes = [...viewport.querySelectorAll(".react-flow__node, .wire-label")].map((node) =>
      toPage(node.getBoundingClientRect(), place),
    );
    if (boxes.length === 0) throw new Error("The page is empty: there is nothing to draw.");
    const x = Math.min(...boxes.map((b) => b.x)) - space;
    const y = Math.min(...boxes.map((b) => b.y)) - space;
    const width = Math.ceil(Math.max(...boxes.map((b) => b.x + b.width)) + space - x);
    const height = Math.ceil(Math.max(...boxes.map((b) => b.y + b.height)) + space - y);
    const out: string[] = [];
    await walk(viewport, place, out);
    const canvas = document.querySelector(".canvas");
    const ground = canvas ? getComputedStyle(canvas).backgroundColor : "#fff";
    const svg =
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${x} ${y} ${width} ${height}" width="${width}" height="${height}" ` +
      `font-family="Inter, sans-serif" xml:space="preserve">${await fontStyle()}<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${ground}"/>` +
      `${out.join("")}</svg>`;
    return { svg, width, height };
  } finally {
    far?.classList.add("far");
    useUi.setState({ drawAll: false });
  }
}

/** The same in pixels, two for one. */
export async function pagePng(): Promise<Blob> {
  const { svg, width, height } = await pageSvg();
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const picture = new Image();
    picture.src = url;
    await picture.decode();
    const scale = Math.min(2, 8000 / Math.max(width, height));
    const canvas = document.createElement("canvas");
    canvas.width = width * scale;
    canvas.height = height * scale;
    const context = canvas.getContext("2d");
    context?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
    if (!blob) throw new Error("The browser could not make a PNG of this size.");
    return blob;
  } finally {
    URL.revokeObjectURL(url);
  }
}
