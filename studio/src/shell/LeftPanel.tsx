// Left: the palette of ops by group, the outline of the page, and the overview map.
import { Icon } from "./Icon";
import { MiniMap } from "@xyflow/react";
import { useState } from "react";
import type { AnyNode } from "../canvas/project";
import { useUi } from "../store/ui";
import { Outline } from "./Outline";
import { Palette } from "./Palette";
import { Tabs } from "./Tabs";

export function LeftPanel() {
  const [tab, setTab] = useState<"palette" | "outline">("palette");
  const map = useUi((s) => s.panels.map);
  const fold = useUi((s) => s.fold);
  return (
    <aside className="panel left" aria-label="Blocks">
      <Tabs
        label="Blocks"
        tabs={[
          { id: "palette", title: "Ops" },
          { id: "outline", title: "Outline" },
        ]}
        chosen={tab}
        choose={setTab}
        fold={() => fold("left")}
      />
      <div className="panel-body" role="tabpanel" aria-label={tab === "palette" ? "Ops" : "Outline"}>
        {tab === "palette" ? <Palette /> : <Outline />}
      </div>
      <section className="map" aria-label="Overview map">
        <button type="button" className="map-title" aria-expanded={map} onClick={() => fold("map")}>
          <Icon name={map ? "down" : "right"} /> Map
        </button>
        {map && (
          <MiniMap<AnyNode>
            pannable
            zoomable
            nodeBorderRadius={3}
            nodeClassName={(node) => `map-${node.type} ${node.selected ? "selected" : ""}`}
            ariaLabel="Overview map: drag to move the view"
          />
        )}
      </section>
    </aside>
  );
}
