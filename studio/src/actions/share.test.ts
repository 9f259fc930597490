import { expect, test } from "vitest";
import type { Page } from "../api/types";
import { linkIn, pack, unpack } from "./share";

const page: Page = {
  blocks: Object.fromEntries(
    Array.from({ length: 20 }, (_, i) => [
      `AvgPool3DGrad_${i}`,
      {
        name: `AvgPool3DGrad_${i}`,
        op: "AvgPool3DGrad",
        x: i * 10,
        y: 5,
        attrs: { ksize: "1,2,2,2,1" },
        literals: {},
      },
    ]),
  ),
  wires: [{ from: "AvgPool3DGrad_0", output: 0, to: "AvgPool3DGrad_1", input: "grad" }],
  groups: {},
  comments: { c: { text: "größer", x: 0, y: 0, width: 1, height: 1 } },
  views: [],
  about: "äöü",
};

test("a page survives the link, in less than 2000 characters", async () => {
  const text = await pack(page);
  expect(text).toMatch(/^[A-Za-z0-9_-]+$/);
  expect(text.length).toBeLessThan(2000);
  expect(await unpack(text)).toEqual(page);
  expect(linkIn(`see http://127.0.0.1:7421/#page=${text}`)).toBe(text);
  expect(linkIn("http://127.0.0.1:7421/")).toBeNull();
});

test("a cut or altered link is refused", async () => {
  const text = await pack(page);
  await expect(unpack(text.slice(0, -8))).rejects.toThrow("not whole");
  const middle = text.length >> 1;
  const other = text[middle] === "A" ? "B" : "A";
  await expect(unpack(text.slice(0, middle) + other + text.slice(middle + 1))).rejects.toThrow("not whole");
});

test("a link that unpacks to too much is refused", async () => {
  const bomb = await pack({ ...page, about: " ".repeat(9_000_000) }).catch((error: unknown) => error);
  expect(typeof bomb).toBe("string");
  await expect(unpack(String(bomb))).rejects.toThrow("larger than a link may carry");
});

test("a link that holds something else is refused", async () => {
  await expect(unpack(await pack([] as unknown as Page))).rejects.toThrow("holds no page");
});
