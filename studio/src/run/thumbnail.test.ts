import { describe, expect, it } from "vitest";
import type { Summary } from "../api/types";
import { rangeOf, thumbnailBmp } from "./thumbnail";

const summary: Summary = {
  output: "dx:0",
  dtype: "float",
  shape: [2, 2],
  text: "{{-1,0},{0,1}}",
  min: -1,
  max: 1,
  nan: 0,
  inf: 0,
  zeros: 2,
  count: 4,
  thumbnail: { width: 2, height: 2, data: btoa(String.fromCharCode(1, 128, 128, 255)) },
};

describe("thumbnailBmp", () => {
  it("is a picture of the bytes", () => {
    const file = thumbnailBmp(summary);
    expect([...(file?.subarray(1078, 1080) ?? [])]).toEqual([1, 128]);
  });
  it("is none without bytes, or with too few of them", () => {
    const { thumbnail, ...bare } = summary;
    expect(thumbnailBmp(bare)).toBeNull();
    expect(thumbnailBmp({ ...summary, thumbnail: { width: 3, height: 2, data: thumbnail?.data ?? "" } })).toBeNull();
  });
});

describe("rangeOf", () => {
  it("needs two finite ends", () => {
    expect(rangeOf(summary)).toEqual({ low: -1, high: 1 });
    expect(rangeOf({ ...summary, max: "Inf" })).toBeNull();
  });
});
