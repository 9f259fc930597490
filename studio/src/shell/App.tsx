// The shell: header, docked panels around the canvas, status line. Nothing floats over the canvas.
import { ReactFlowProvider } from "@xyflow/react";
import { useEffect, useSyncExternalStore } from "react";
import { Canvas } from "../canvas/Canvas";
import { Dialogs } from "../dialogs/Dialogs";
import { useUi } from "../store/ui";
import { BottomPanel } from "./BottomPanel";
import { Header } from "./Header";
import { LeftPanel } from "./LeftPanel";
import { Notices } from "./Notices";
import { RightPanel } from "./RightPanel";
import { StatusLine } from "./StatusLine";

const darkQuery = window.matchMedia("(prefers-color-scheme: dark)");

function subscribe(onChange: () => void): () => void {
  darkQuery.addEventListener("change", onChange);
  return () => darkQuery.removeEventListener("change", onChange);
}

function useDark(): boolean {
  const system = useSyncExternalStore(subscribe, () => darkQuery.matches);
  const theme = useUi((s) => s.theme);
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  return theme === "auto" ? system : theme === "dark";
}

export function App() {
  const dark = useDark();
  const panels = useUi((s) => s.panels);
  const shape = (["left", "right", "bottom"] as const).filter((panel) => panels[panel]).join(" ");
  return (
    <ReactFlowProvider>
      <div className="shell" data-panels={shape}>
        <Header />
        {panels.left && <LeftPanel />}
        <main className="middle" aria-label="Page">
          <Notices />
          <Canvas dark={dark} />
        </main>
        {panels.right && <RightPanel />}
        {panels.bottom && <BottomPanel />}
        <StatusLine />
      </div>
      <Dialogs />
    </ReactFlowProvider>
  );
}
