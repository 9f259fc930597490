import { describe, expect, it } from "vitest";
import { autoMap, autoWindow, colourAt, inkOn, nanColour, palette, place, type MapName, type Rgb } from "./colours";

const luminance = ([r, g, b]: Rgb) => 0.2126 * r ** 2.2 + 0.7152 * g ** 2.2 + 0.0722 * b ** 2.2;
const ramp = (map: MapName) => Array.from({ length: 65 }, (_, i) => luminance(colourAt(map, i / 64)));
const rises = (list: readonly number[]) => list.every((x, i) => i === 0 || x > (list[i - 1] ?? Infinity));

describe("colour maps", () => {
  it.each(["grey", "lagoon"] as const)("%s grows lighter all the way", (map) =>
    expect(rises(ramp(map))).toBe(true));

  it("diverging is lightest in the middle and blue below, red above", () => {
    const all = ramp("diverging");
    expect(rises(all.slice(0, 33))).toBe(true);
    expect(rises(all.slice(32).reverse())).toBe(true);
    const [r, , b] = colourAt("diverging", 0.1);
    const [r2, , b2] = colourAt("diverging", 0.9);
    expect(b).toBeGreaterThan(r);
    expect(r2).toBeGreaterThan(b2);
  });

  it("keeps to its ends outside of 0…1", () => {
    expect(colourAt("lagoon", -3)).toEqual(colourAt("lagoon", 0));
    expect(colourAt("lagoon", 7)).toEqual(colourAt("lagoon", 1));
  });
});

describe("palette", () => {
  it("gives NaN a colour of its own", () => {
    const colours = palette("grey", { low: 0, high: 1 }, { low: 0, high: 1 });
    expect([...colours.slice(0, 3)]).toEqual([...nanColour]);
  });

  it("puts zero in the middle of the diverging map for lopsided data", () => {
    const data = { low: -1, high: 3 };
    const colours = palette("diverging", data, autoWindow("diverging", data));
    const zero = 1 + Math.round((254 * (0 - data.low)) / (data.high - data.low));
    const middle = colourAt("diverging", 0.5);
    for (let c = 0; c < 3; ++c) expect(Math.abs((colours[4 * zero + c] ?? 0) - (middle[c] ?? 0))).toBeLessThan(4);
  });

  it("moves with the window, not with the data", () => {
    const colours = palette("grey", { low: 0, high: 10 }, { low: 0, high: 5 });
    expect([...colours.slice(4 * 255, 4 * 255 + 3)]).toEqual([...colourAt("grey", 1)]);
    expect([...colours.slice(4 * 128, 4 * 128 + 3)]).toEqual([...colourAt("grey", 1)]);
  });

  it("has an answer for constant data", () => {
    expect(place("grey", 2, { low: 2, high: 2 })).toBe(0.5);
    expect(place("diverging", 0, { low: 0, high: 0 })).toBe(0.5);
  });
});

describe("choices", () => {
  it("takes diverging for signed data only", () => {
    expect(autoMap({ low: -1, high: 2 })).toBe("diverging");
    expect(autoMap({ low: 0, high: 2 })).toBe("lagoon");
    expect(autoMap({ low: -2, high: 0 })).toBe("lagoon");
  });
  it("writes on any colour with a contrast of at least 4.5", () => {
    const lin = (v: number) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4);
    for (const map of ["grey", "lagoon", "diverging"] as const)
      for (let i = 0; i <= 64; ++i) {
        const colour = colourAt(map, i / 64);
        const y = 0.2126 * lin(colour[0]) + 0.7152 * lin(colour[1]) + 0.0722 * lin(colour[2]);
        const contrast = inkOn(colour) === "#000" ? (y + 0.05) / 0.05 : 1.05 / (y + 0.05);
        expect(contrast).toBeGreaterThanOrEqual(4.5);
      }
  });
});
