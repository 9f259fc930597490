import { describe, expect, it } from "vitest";
import { decodeBase64, encodeBmp } from "./bmp";
import { palette } from "./colours";

const grey = palette("grey", { low: 0, high: 1 }, { low: 0, high: 1 });

describe("encodeBmp", () => {
  it("writes what the format asks for", () => {
    const file = encodeBmp(3, 2, Uint8Array.of(1, 2, 3, 4, 5, 6), grey);
    const view = new DataView(file.buffer);
    expect(String.fromCharCode(file[0] ?? 0, file[1] ?? 0)).toBe("BM");
    expect(view.getUint32(2, true)).toBe(file.length);
    expect(view.getUint32(10, true)).toBe(1078);
    expect(view.getInt32(18, true)).toBe(3);
    expect(view.getInt32(22, true)).toBe(-2);
    expect(view.getUint16(28, true)).toBe(8);
    expect(file.length).toBe(1078 + 2 * 4);
  });

  it("pads each row to four bytes, top row first", () => {
    const file = encodeBmp(3, 2, Uint8Array.of(1, 2, 3, 4, 5, 6), grey);
    expect([...file.subarray(1078)]).toEqual([1, 2, 3, 0, 4, 5, 6, 0]);
  });

  it("keeps colours as blue, green, red", () => {
    const colours = new Uint8ClampedArray(1024);
    colours.set([10, 20, 30, 255], 4 * 7);
    const file = encodeBmp(1, 1, Uint8Array.of(7), colours);
    expect([...file.subarray(54 + 4 * 7, 54 + 4 * 8)]).toEqual([30, 20, 10, 0]);
  });

  it("refuses bytes that do not fill the picture", () =>
    expect(() => encodeBmp(2, 2, Uint8Array.of(1, 2, 3), grey)).toThrow("needs 4 bytes, 3 came"));
});

describe("decodeBase64", () => {
  it("gives the bytes, or none", () => {
    expect([...decodeBase64("AAH/")]).toEqual([0, 1, 255]);
    expect([...decodeBase64("%%")]).toEqual([]);
  });
});
