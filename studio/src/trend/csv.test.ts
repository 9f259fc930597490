import { describe, expect, it } from "vitest";
import { toCsv } from "./csv";

describe("toCsv", () => {
  it("writes a line a step, with every digit", () =>
    expect(
      toCsv(
        [
          { step: 1, values: { "loss:0": 0.1 + 0.2 } },
          { step: 2, values: { "loss:0": 1e-20, "rate:0": NaN } },
        ],
        ["loss:0", "rate:0"],
      ),
    ).toBe("step,loss:0,rate:0\n1,0.30000000000000004,\n2,1e-20,NaN\n"));

  it("quotes what would break a line", () =>
    expect(toCsv([], ['a,b"c:0'])).toBe('step,"a,b""c:0"\n'));
});
