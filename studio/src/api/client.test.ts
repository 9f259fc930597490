import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError, call, stream, takeFragment } from "./client";

const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

const answering = (make: () => Response) => {
  const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>(() => Promise.resolve(make()));
  vi.stubGlobal("fetch", fetched);
  return fetched;
};

test("the token leaves the fragment and goes along with requests", async () => {
  const said = takeFragment("#token=abc&open=a%2Fb.pbtxt");
  expect(said.get("token")).toBeNull();
  expect(said.get("open")).toBe("a/b.pbtxt");
  const fetched = answering(() => Response.json({ x: 1 }));
  expect(await call("/api/ops", {})).toEqual({ x: 1 });
  expect(fetched.mock.calls[0]?.[1].headers).toMatchObject({
    "X-Voxgrad-Token": "abc",
    "Content-Type": "application/json",
  });
  expect(takeFragment("").toString()).toBe("");
  expect(takeFragment("#deadbeef").toString()).toBe("");
  expect([...kept.values()]).toEqual(["deadbeef"]);
});

test("errors are the server's sentences", async () => {
  answering(() => Response.json({ error: "There is no page x.", argument: "path" }, { status: 404 }));
  await expect(call("/api/pages/load", {})).rejects.toMatchObject({
    message: "There is no page x.",
    status: 404,
    argument: "path",
  });
  answering(() => new Response("<html>", { status: 502 }));
  await expect(call("/api/ops", {})).rejects.toMatchObject({ message: "<html>", status: 502 });
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("network")));
  await expect(call("/api/ops", {})).rejects.toBeInstanceOf(ApiError);
});

test("lines arrive whole, however the network cuts them", async () => {
  const pieces = ['{"a":1}\n{"a"', ":2}\n", '\n{"a":3}'];
  answering(
    () =>
      new Response(
        new ReadableStream({
          start(controller) {
            for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
            controller.close();
          },
        }),
      ),
  );
  const lines: unknown[] = [];
  await stream("/api/run", {}, (line) => lines.push(line));
  expect(lines).toEqual([{ a: 1 }, { a: 2 }, { a: 3 }]);
});
