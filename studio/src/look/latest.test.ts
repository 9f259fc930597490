import { describe, expect, it } from "vitest";
import { Latest, type Answer } from "./latest";

/** Questions whose answers come when the test says so. */
function bench() {
  const answers: Answer<string>[] = [];
  const asked: string[] = [];
  const pending = new Map<string, { resolve: (x: string) => void; reject: (e: Error) => void; signal: AbortSignal }>();
  const latest = new Latest<string>((answer) => answers.push(answer));
  const ask = (key: string, subject = "s") =>
    latest.ask({
      subject,
      key,
      ask: (signal) => {
        asked.push(key);
        return new Promise((resolve, reject) => {
          pending.set(key, { resolve, reject, signal });
          signal.addEventListener("abort", () => reject(new Error("aborted")));
        });
      },
    });
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  return { answers, asked, pending, latest, ask, settle };
}

describe("Latest", () => {
  it("skips what was overtaken while one is under way", async () => {
    const { answers, asked, pending, ask, settle } = bench();
    for (const key of ["1", "2", "3", "4"]) ask(key);
    pending.get("1")?.resolve("one");
    await settle();
    pending.get("4")?.resolve("four");
    await settle();
    expect(asked).toEqual(["1", "4"]);
    expect(answers.map((answer) => answer.value)).toEqual(["one", "four"]);
  });

  it("aborts and drops the answer when the subject changed", async () => {
    const { answers, asked, pending, ask, settle } = bench();
    ask("1", "a");
    ask("2", "b");
    expect(pending.get("1")?.signal.aborted).toBe(true);
    await settle();
    pending.get("2")?.resolve("two");
    await settle();
    expect(asked).toEqual(["1", "2"]);
    expect(answers).toEqual([{ subject: "b", key: "2", value: "two" }]);
  });

  it("hands errors on as sentences and goes on", async () => {
    const { answers, pending, ask, settle } = bench();
    ask("1");
    pending.get("1")?.reject(new Error("No such result."));
    await settle();
    ask("2");
    pending.get("2")?.resolve("two");
    await settle();
    expect(answers.map(({ value, error }) => value ?? error)).toEqual(["No such result.", "two"]);
  });

  it("says nothing after stop", async () => {
    const { answers, pending, latest, ask, settle } = bench();
    ask("1");
    ask("2");
    latest.stop();
    await settle();
    expect(answers).toEqual([]);
    expect(pending.has("2")).toBe(false);
  });
});
