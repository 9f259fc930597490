// Colour maps. A picture arrives as bytes (0 is NaN, 1…255 run from low to high of the data); a palette gives each
// byte its colour under the window that is looked through, so that moving the window needs no new bytes.

export type MapName = "grey" | "lagoon" | "diverging";

export interface Range {
  readonly low: number;
  readonly high: number;
}

export type Rgb = readonly [number, number, number];

export const mapLabels: Readonly<Record<MapName, string>> = {
  grey: "Grey",
  lagoon: "Lagoon",
  diverging: "Diverging about zero",
};

/** NaN: a colour that no map has. */
export const nanColour: Rgb = [255, 0, 200];

type Lch = readonly [lightness: number, chroma: number, hue: number];

// Stops in OKLCH. Lightness rises evenly in grey and lagoon, and falls evenly to both sides of the diverging map's
// middle, so that equal steps of the value look equally large, in print and to the colour-blind too.
const stops: Readonly<Record<MapName, readonly Lch[]>> = {
  grey: [
    [0.12, 0, 0],
    [0.98, 0, 0],
  ],
  lagoon: [
    [0.2, 0.09, 300],
    [0.36, 0.12, 268],
    [0.52, 0.105, 228],
    [0.66, 0.11, 190],
    [0.8, 0.13, 150],
    [0.94, 0.15, 106],
  ],
  diverging: [
    [0.34, 0.13, 262],
    [0.56, 0.14, 255],
    [0.78, 0.08, 245],
    [0.965, 0.004, 90],
    [0.79, 0.09, 50],
    [0.58, 0.17, 35],
    [0.36, 0.13, 25],
  ],
};

/** The colour at `t` in 0…1. */
export function colourAt(map: MapName, t: number): Rgb {
  const list = stops[map];
  const at = Math.min(1, Math.max(0, t)) * (list.length - 1);
  const k = Math.min(list.length - 2, Math.floor(at));
  const a = list[k];
  const b = list[k + 1];
  return a && b ? mix(a, b, at - k) : [0, 0, 0];
}

/** Where a value lies on the map, 0…1. The diverging map keeps zero in its middle whatever the window. */
export function place(map: MapName, value: number, window: Range): number {
  if (map === "diverging") {
    const reach = Math.max(Math.abs(window.low), Math.abs(window.high));
    return reach > 0 ? 0.5 + value / (2 * reach) : 0.5;
  }
  const width = window.high - window.low;
  return width > 0 ? (value - window.low) / width : 0.5;
}

/** RGBA of the 256 bytes of a picture quantised over `data`, seen through `window`. */
export function palette(map: MapName, data: Range, window: Range): Uint8ClampedArray {
  const rgba = new Uint8ClampedArray(1024);
  rgba.set([...nanColour, 255], 0);
  for (let byte = 1; byte < 256; ++byte) {
    const value = data.low + ((byte - 1) / 254) * (data.high - data.low);
    rgba.set([...colourAt(map, place(map, value, window)), 255], 4 * byte);
  }
  return rgba;
}

/** Diverging where the data lies on both sides of zero, as gradients do. */
export function autoMap(range: Range): MapName {
  return range.low < 0 && range.high > 0 ? "diverging" : "lagoon";
}

/** The window that shows everything; even about zero under the diverging map. */
export function autoWindow(map: MapName, range: Range): Range {
  if (map !== "diverging") return range;
  const reach = Math.max(Math.abs(range.low), Math.abs(range.high));
  return { low: -reach, high: reach };
}

/** Black or white, whichever reads better on that colour. */
export function inkOn([r, g, b]: Rgb): "#000" | "#fff" {
  const luminance = 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  return luminance > 0.179 ? "#000" : "#fff";
}

function linear(channel: number): number {
  const x = channel / 255;
  return x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4;
}

// Mixes in OKLab: a straight line there looks even.
function mix(p: Lch, q: Lch, t: number): Rgb {
  const lab = ([lightness, chroma, hue]: Lch) => {
    const angle = (hue * Math.PI) / 180;
    return [lightness, chroma * Math.cos(angle), chroma * Math.sin(angle)] as const;
  };
  const [l0, a0, b0] = lab(p);
  const [l1, a1, b1] = lab(q);
  return oklabToRgb(l0 + t * (l1 - l0), a0 + t * (a1 - a0), b0 + t * (b1 - b0));
}

// Björn Ottosson's OKLab, to sRGB.
function oklabToRgb(lightness: number, a: number, b: number): Rgb {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    encode(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    encode(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    encode(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

function encode(x: number): number {
  const y = x <= 0.0031308 ? 12.92 * x : 1.055 * x ** (1 / 2.4) - 0.055;
  return Math.round(255 * Math.min(1, Math.max(0, y)));
}
