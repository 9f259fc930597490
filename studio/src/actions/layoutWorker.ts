// A layout beside the page, which goes on meanwhile.
import type { LayoutTask, Places } from "./layout";
import workerUrl from "./layout.worker?worker&url";

/** The page's security policy wants script addresses to come from a named place. */
const trusted: (url: string) => string | TrustedUrl = (() => {
  const types = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes;
  const policy = types?.createPolicy("voxgrad", { createScriptURL: (url) => url });
  return policy ? (url) => policy.createScriptURL(url) : (url) => url;
})();

type TrustedUrl = object;
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): TrustedUrl };
}

export function inWorker(task: LayoutTask): Promise<Places> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(trusted(workerUrl) as string, { type: "module" });
    worker.onmessage = (event: MessageEvent<Places>) => {
      worker.terminate();
      resolve(event.data);
    };
    worker.onerror = (event) => {
      worker.terminate();
      reject(new Error(event.message || "The layout could not be computed."));
    };
    worker.postMessage(task);
  });
}
