// A real server and a real browser for the tests of the page.
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";

const VOX = process.env.VOXGRAD_VOX ?? resolve(import.meta.dirname, "../../build/vox");
const CHROMIUM = process.env.VOXGRAD_CHROMIUM ?? "/usr/bin/chromium";

/** `vox studio` on a folder of its own. */
export class Server {
  private constructor(
    readonly folder: string,
    readonly url: string,
    private readonly child: ChildProcess,
  ) {}

  static async start(folder = mkdtempSync(join(tmpdir(), "voxgrad-studio-")), port = 0): Promise<Server> {
    const child = spawn(VOX, ["studio", folder, "--no-browser", "--port", String(port)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const url = await new Promise<string>((done, fail) => {
      let said = "";
      child.stdout.on("data", (data: Buffer) => {
        said += data.toString();
        const found = /http:\/\/\S+/.exec(said);
        if (found) done(found[0]);
      });
      child.on("error", fail);
      child.on("exit", (code) => fail(new Error(`vox studio ended with ${String(code)}: ${said}`)));
    });
    return new Server(folder, url, child);
  }

  /** Without a chance to clean up. */
  async kill(signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
    const gone = new Promise((done) => this.child.once("exit", done));
    this.child.kill(signal);
    await gone;
  }

  async stop(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) await this.kill("SIGTERM");
    rmSync(this.folder, { recursive: true, force: true });
  }
}

let browser: Browser | undefined;

async function theBrowser(): Promise<Browser> {
  browser ??= await chromium.launch({
    executablePath: CHROMIUM,
    args: ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"],
  });
  return browser;
}

async function closeBrowser(): Promise<void> {
  await browser?.close();
  browser = undefined;
}

export interface Tab {
  readonly page: Page;
  /** Errors of the console, of requests and of scripts; a test ends with none. */
  readonly errors: string[];
}

/** A browser of its own, as far as storage goes. */
export async function newContext(options: { dark?: boolean; width?: number; height?: number } = {}): Promise<BrowserContext> {
  return (await theBrowser()).newContext({
    viewport: { width: options.width ?? 1280, height: options.height ?? 720 },
    colorScheme: options.dark ? "dark" : "light",
    permissions: ["clipboard-read", "clipboard-write"],
  });
}

export async function openTab(context: BrowserContext, url: string): Promise<Tab> {
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  page.on("request", (request) => {
    const there = new URL(request.url());
    if (!["127.0.0.1", "localhost"].includes(there.hostname) && !["data:", "blob:"].includes(there.protocol))
      errors.push(`a request went outside: ${request.url()}`);
  });
  await page.goto(url);
  return { page, errors };
}

/** A server and a browser for the tests of one file. `running.server` may be replaced by another one. */
export function serverForTests(): { server: Server } {
  const running = {} as { server: Server };
  beforeAll(async () => {
    running.server = await Server.start();
  });
  afterAll(async () => {
    await closeBrowser();
    await running.server.stop();
  });
  return running;
}
