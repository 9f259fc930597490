// The row of tabs at the top of a panel, with the button that folds it.
import { Icon } from "./Icon";
import type { KeyboardEvent } from "react";

interface TabsProps<T extends string> {
  readonly label: string;
  readonly tabs: readonly { readonly id: T; readonly title: string; readonly count?: number }[];
  readonly chosen: T;
  readonly choose: (id: T) => void;
  readonly fold: () => void;
}

export function Tabs<T extends string>({ label, tabs, chosen, choose, fold }: TabsProps<T>) {
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = tabs.findIndex((tab) => tab.id === chosen);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (!next) return;
    choose(next.id);
    event.currentTarget.querySelectorAll<HTMLElement>("[role=tab]")[tabs.indexOf(next)]?.focus();
  };
  return (
    <div className="tabs">
      <div role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map(({ id, title, count }) => (
          <button
            key={id}
            type="button"
            role="tab"
            aria-selected={id === chosen}
            tabIndex={id === chosen ? 0 : -1}
            onClick={() => choose(id)}
          >
            {title}
            {count !== undefined && count > 0 && <span className="count">{count}</span>}
          </button>
        ))}
      </div>
      <button
        type="button"
        className="icon"
        aria-label={`Fold ${label}`}
        title={`Fold ${label}`}
        onClick={fold}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}
