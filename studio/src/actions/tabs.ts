// Tabs of one browser that have the same page open notice each other.
import { usePage } from "../store/page";
import { useUi } from "../store/ui";
import { load } from "./files";

type Message = { readonly tab: string; readonly path: string } & (
  { readonly kind: "hello" | "here" | "bye" } | { readonly kind: "saved"; readonly version: string }
);

const tab = Math.random().toString(36).slice(2);
let channel: BroadcastChannel | undefined;

function send(message: Message): void {
  channel?.postMessage(message);
}

export function announceSaved(path: string, version: string): void {
  send({ kind: "saved", tab, path, version });
}

function receive(message: Message): void {
  const { path, dirty, version } = usePage.getState();
  if (message.tab === tab || path === null || message.path !== path) return;
  const { notice } = useUi.getState();
  switch (message.kind) {
    case "hello":
      send({ kind: "here", tab, path });
      useUi.setState({ elsewhere: path });
      break;
    case "here":
      useUi.setState({ elsewhere: path });
      break;
    case "bye":
      useUi.setState({ elsewhere: null });
      // A third tab may still be there.
      send({ kind: "hello", tab, path });
      break;
    case "saved":
      if (message.version === version) break;
      if (dirty) notice(`${path} was saved in another tab; saving here will ask which one to keep.`, true);
      else void load(path).then(() => notice(`${path} was saved in another tab and read again.`));
      break;
  }
}

export function startTabs(): void {
  channel = new BroadcastChannel("voxgrad");
  channel.onmessage = (event: MessageEvent<Message>) => receive(event.data);
  usePage.subscribe((now, before) => {
    if (now.path === before.path) return;
    if (before.path !== null) send({ kind: "bye", tab, path: before.path });
    useUi.setState({ elsewhere: null });
    if (now.path !== null) send({ kind: "hello", tab, path: now.path });
  });
  window.addEventListener("pagehide", () => {
    const { path } = usePage.getState();
    if (path !== null) send({ kind: "bye", tab, path });
  });
}
