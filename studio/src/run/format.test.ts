import { describe, expect, it } from "vitest";
import { formatBytes, formatCount, formatNumber, formatShare, formatTime, toNumber } from "./format";

describe("formatNumber", () => {
  it.each([
    [0, "0"],
    [-3, "-3"],
    [0.1, "0.1"],
    [0.333333333, "0.33333"],
    [1234.5678, "1234.6"],
    [1.5e-9, "1.5e-9"],
    [-2.34567e12, "-2.346e12"],
    [NaN, "NaN"],
    [-Infinity, "-Inf"],
    ["Inf", "Inf"],
    [undefined, "–"],
  ])("writes %s as %s", (x, text) => expect(formatNumber(x)).toBe(text));
});

describe("units", () => {
  it("counts bytes in decimal units, as wires do", () => {
    expect(formatBytes(12)).toBe("12 B");
    expect(formatBytes(96 * 96 * 96 * 32 * 4)).toBe("113 MB");
    expect(formatBytes(999_600)).toBe("1 MB");
  });
  it("picks the unit of a time", () => {
    expect(formatTime(0.0123)).toBe("12.3 µs");
    expect(formatTime(1.25)).toBe("1.25 ms");
    expect(formatTime(2100)).toBe("2.1 s");
    expect(formatTime(125_000)).toBe("2 min 5 s");
  });
  it("groups digits", () => expect(formatCount(1234567)).toBe("1,234,567"));
  it("never rounds a share to none or all", () => {
    expect(formatShare(1, 1e9)).toBe("< 0.1 %");
    expect(formatShare(1e9 - 1, 1e9)).toBe("> 99.9 %");
    expect(formatShare(1, 3)).toBe("33.3 %");
    expect(formatShare(0, 0)).toBe("0 %");
  });
});

describe("toNumber", () => {
  it("reads what JSON cannot say", () => {
    expect(toNumber("-Inf")).toBe(-Infinity);
    expect(toNumber("NaN")).toBeNaN();
    expect(toNumber(undefined)).toBeNaN();
    expect(toNumber(2.5)).toBe(2.5);
  });
});
