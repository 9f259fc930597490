// The page in other forms: GraphDef, dot, pictures, a link.
import { call } from "../api/client";
import { usePage } from "../store/page";
import { useUi } from "../store/ui";
import { download } from "./download";
import { pagePng, pageSvg } from "./picture";
import { longLink, pack } from "./share";


const baseName = (): string =>
  usePage
    .getState()
    .path?.replace(/^.*\//, "")
    .replace(/\.(pbtxt|pb)$/, "") ?? "page";

async function guarded(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    useUi.getState().notice(error instanceof Error ? error.message : String(error), true);
  }
}

export const exportAs = (format: string): Promise<void> =>
  guarded(async () => {
    const { page, path } = usePage.getState();
    const body = { page, ...(path !== null && { path }), format };
    const { name, text, base64 } = await call<{ name: string; text?: string; base64?: string }>(
      "/api/export",
      body,
    );
    const data = base64 === undefined ? (text ?? "") : Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
    download(name, data, base64 === undefined ? "text/plain" : "application/octet-stream");
  });

export const exportSvg = (): Promise<void> =>
  guarded(async () => download(`${baseName()}.svg`, (await pageSvg()).svg, "image/svg+xml"));

export const exportPng = (): Promise<void> =>
  guarded(async () => download(`${baseName()}.png`, await pagePng(), "image/png"));

export const share = (): Promise<void> =>
  guarded(async () => {
    const link = `${location.origin}/#page=${await pack(usePage.getState().page)}`;
    if (link.length > longLink) {
      useUi
        .getState()
        .notice(
          `The link has ${link.length} characters; some programs cut links of that length: send the file instead.`,
        );
    }
    useUi.getState().show({ kind: "share", link });
  });
