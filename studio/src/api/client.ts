// The one place that talks to the server: JSON by POST, the token in a header, errors as sentences.

export class ApiError extends Error {
  constructor(
    message: string,
    /** 0 where no answer came. */
    readonly status: number,
    readonly argument?: string,
  ) {
    super(message);
    this.name = "ApiError";
  }
}

const tokenKey = "voxgrad.token";

/**
 * What the fragment of the address says, as `token=…&open=…`. The token goes to the tab's storage, so that it
 * neither stays in the address bar nor is copied along with a link; a bare fragment is a token too.
 */
export function takeFragment(hash: string): URLSearchParams {
  const text = hash.replace(/^#/, "");
  const said = text.includes("=") ? new URLSearchParams(text) : new URLSearchParams(text && { token: text });
  const token = said.get("token");
  if (token !== null) {
    sessionStorage.setItem(tokenKey, token);
    said.delete("token");
  }
  return said;
}

async function post(path: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  const file = body instanceof Blob;
  let answer: Response;
  try {
    answer = await fetch(path, {
      method: "POST",
      headers: {
        "Content-Type": file ? body.type : "application/json",
        "X-Voxgrad-Token": sessionStorage.getItem(tokenKey) ?? "",
      },
      body: file ? body : JSON.stringify(body),
      ...(signal && { signal }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError("The server does not answer: is `vox studio` still running?", 0);
  }
  if (!answer.ok) throw await errorOf(answer);
  return answer;
}

async function errorOf(answer: Response): Promise<ApiError> {
  const text = await answer.text();
  try {
    const { error, argument } = JSON.parse(text) as { error?: string; argument?: string };
    if (error) return new ApiError(error, answer.status, argument);
  } catch {
    // Not JSON: said as it came.
  }
  return new ApiError(text || `The server answered with status ${answer.status}.`, answer.status);
}

// What a path answers stands in types.ts; the caller names it.
/* eslint-disable @typescript-eslint/no-unnecessary-type-parameters */

/** A request with a JSON answer. A Blob as the body is sent as it is, under its type. */
export async function call<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> {
  return (await (await post(path, body, signal)).json()) as T;
}

/** A request that answers with lines of JSON while it works; aborting it cancels the work. */
export async function stream<T>(
  path: string,
  body: unknown,
  onLine: (line: T) => void,
  signal?: AbortSignal,
): Promise<void> {
  const answer = await post(path, body, signal);
  if (!answer.body) return;
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    const lines = (rest + (value ?? "")).split("\n");
    rest = done ? "" : (lines.pop() ?? "");
    for (const line of lines) if (line.trim()) onLine(JSON.parse(line) as T);
    if (done) return;
  }
}

/** A request with an answer of bytes. */
export async function bytes(
  path: string,
  body: unknown,
  signal?: AbortSignal,
): Promise<{ data: Uint8Array; headers: Headers }> {
  const answer = await post(path, body, signal);
  return { data: new Uint8Array(await answer.arrayBuffer()), headers: answer.headers };
}
