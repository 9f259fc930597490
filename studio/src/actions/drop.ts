// Files and palette entries that are dropped on the canvas.
import type { DragEvent } from "react";
import { call } from "../api/client";
import type { Page } from "../api/types";
import { fit, toPage } from "../canvas/flow";
import { uploadValue } from "../form/ValueEditor";
import { addBlock } from "../page/edits";
import { opOf } from "../store/ops";
import { usePage } from "../store/page";
import { useUi } from "../store/ui";
import { addOp } from "./edit";
import { unlessDirty } from "./files";

export const opType = "application/x-voxgrad-op";

export function dropOnCanvas(event: DragEvent): void {
  event.preventDefault();
  const at = toPage({ x: event.clientX, y: event.clientY });
  const op = event.dataTransfer.getData(opType);
  if (op) {
    addOp(op, at);
    return;
  }
  const [file] = event.dataTransfer.files;
  if (!file) return;
  if (/\.(npy|csv)$/i.test(file.name)) void addValue(file, at);
  else void importFile(file);
}

/** A .npy on the canvas is a Const that holds it. */
async function addValue(file: File, at: { x: number; y: number }): Promise<void> {
  const op = opOf("Const");
  if (!op) return;
  let name = "";
  usePage.getState().edit("Add Const", (page) => {
    const added = addBlock(page, op, at);
    ({ name } = added);
    return added.page;
  });
  await uploadValue(name, file);
}

async function base64(file: File): Promise<string> {
  let binary = "";
  for (const byte of new Uint8Array(await file.arrayBuffer())) binary += String.fromCharCode(byte);
  return btoa(binary);
}

export async function importFile(file: File): Promise<void> {
  try {
    const body = /\.(pbtxt|txt|json)$/i.test(file.name)
      ? { text: await file.text() }
      : { base64: await base64(file) };
    const { page, problems } = await call<{ page: Page; problems: string[] }>("/api/import", body);
    unlessDirty(() => {
      usePage.getState().open(page, null, "", false);
      requestAnimationFrame(() => fit(0.6));
      const count = Object.keys(page.blocks).length;
      const found = problems.length > 0 ? ` ${problems.length} problems: ${problems[0] ?? ""}` : "";
      useUi.getState().notice(`${file.name}: ${count} blocks.${found}`, problems.length > 0);
    });
  } catch (error) {
    useUi.getState().notice(`${file.name}: ${error instanceof Error ? error.message : String(error)}`, true);
  }
}
