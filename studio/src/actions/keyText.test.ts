import { expect, test } from "vitest";
import { keyText, type Pressed } from "./keyText";

const pressed = (key: string, part: Partial<Pressed> = {}): string =>
  keyText({ key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...part });

test("keys are written as the commands name them", () => {
  expect(pressed("z", { ctrlKey: true })).toBe("Ctrl+Z");
  expect(pressed("Z", { metaKey: true, shiftKey: true })).toBe("Ctrl+Shift+Z");
  expect(pressed("?", { shiftKey: true })).toBe("?");
  expect(pressed(" ")).toBe("Space");
  expect(pressed("Enter", { shiftKey: true })).toBe("Shift+Enter");
  expect(pressed(".", { ctrlKey: true })).toBe("Ctrl+.");
  expect(pressed("c", { altKey: true })).toBe("Alt+C");
});
