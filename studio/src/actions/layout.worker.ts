// Off the main thread: 500 blocks take a second.
import { layout, type LayoutTask } from "./layout";

self.onmessage = (event: MessageEvent<LayoutTask>) => self.postMessage(layout(event.data));
