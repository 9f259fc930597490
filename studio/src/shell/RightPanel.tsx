// Right: what is selected, the viewer of its output, and the window of a pooling or convolution.
import { WindowView } from "../check";
import { LookPanel } from "../look";
import { useOps } from "../store/ops";
import { usePage } from "../store/page";
import { useSelection } from "../store/selection";
import { useUi } from "../store/ui";
import { Properties } from "./Properties";
import { Tabs } from "./Tabs";

export function RightPanel() {
  const chosen = useUi((s) => s.rightTab);
  const fold = useUi((s) => s.fold);
  const block = useSelection((s) => (s.blocks.length === 1 ? s.blocks[0] : undefined));
  const op = usePage((s) => (block === undefined ? undefined : s.page.blocks[block]?.op));
  const window = useOps((s) => (op === undefined ? false : (s.byName.get(op)?.window ?? false)));
  const tabs = [
    { id: "block" as const, title: "Properties" },
    { id: "look" as const, title: "Look" },
    ...(window ? [{ id: "window" as const, title: "Window" }] : []),
  ];
  const tab = tabs.some(({ id }) => id === chosen) ? chosen : "block";
  return (
    <aside className="panel right" aria-label="Selection">
      <Tabs
        label="Selection"
        tabs={tabs}
        chosen={tab}
        choose={(rightTab) => useUi.setState({ rightTab })}
        fold={() => fold("right")}
      />
      <div className="panel-body" role="tabpanel" aria-label={tabs.find(({ id }) => id === tab)?.title}>
        {tab === "look" && <LookPanel />}
        {tab === "window" && block !== undefined && <WindowView block={block} />}
        {tab === "block" && <Properties />}
      </div>
    </aside>
  );
}
