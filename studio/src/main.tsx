import "@xyflow/react/dist/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { start } from "./actions/start";
import { App } from "./shell/App";
import "./style/colours.css";
import "./style/base.css";
import "./style/shell.css";
import "./style/panels.css";
import "./style/canvas.css";
import "./style/blocks.css";
import "./style/groups.css";
import "./style/dialogs.css";

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
  void start();
}
