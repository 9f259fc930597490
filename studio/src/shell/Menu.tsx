// A menu of the header: a button and its list, walked by arrows.
import { Icon } from "./Icon";
import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import { commands, type Command } from "../actions/commands";
import { useUi } from "../store/ui";

export function shown(key: string): string {
  const mac = navigator.platform.startsWith("Mac");
  return mac ? key.replace("Ctrl+", "⌘").replace("Shift+", "⇧") : key;
}

function isOn(id: string): boolean | undefined {
  const { panels, theme } = useUi.getState();
  if (id in panels) return panels[id as keyof typeof panels];
  return id === "auto" || id === "light" || id === "dark" ? theme === id : undefined;
}

export function Menu({ title }: { readonly title: Command["menu"] }) {
  const [open, setOpen] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const items = commands.filter((command) => command.menu === title);

  useEffect(() => {
    if (!open) return;
    list.current?.querySelector<HTMLElement>("[role^=menuitem]")?.focus();
    const close = (event: PointerEvent): void => {
      if (event.target instanceof Node && list.current?.parentElement?.contains(event.target) !== true)
        setOpen(false);
    };
    document.addEventListener("pointerdown", close);
    return () => document.removeEventListener("pointerdown", close);
  }, [open]);

  const back = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const all = [...(list.current?.querySelectorAll<HTMLElement>("[role^=menuitem]") ?? [])];
    const at = all.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (to !== undefined) all[(to + all.length) % all.length]?.focus();
    else if (event.key === "Escape") back();
    else if (event.key === "Tab") setOpen(false);
    else return;
    if (event.key !== "Tab") event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div className="menu" onKeyDown={open ? onKeyDown : undefined}>
      <button
        ref={button}
        type="button"
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (!open && event.key === "ArrowDown") {
            event.preventDefault();
            setOpen(true);
          }
        }}
      >
        {title}
      </button>
      {open && (
        <ul role="menu" id={id} ref={list} aria-label={title}>
          {items.map((command) => (
            <Item key={command.id} command={command} done={back} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Item({ command, done }: { readonly command: Command; readonly done: () => void }) {
  const on = isOn(command.id);
  const enabled = command.enabled?.() ?? true;
  return (
    <li
      role={on === undefined ? "menuitem" : "menuitemcheckbox"}
      aria-checked={on}
      aria-disabled={!enabled}
      tabIndex={-1}
      className={command.apart ? "apart" : ""}
      onClick={() => {
        if (!enabled) return;
        done();
        command.run();
      }}
      onKeyDown={(event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        event.stopPropagation();
        event.currentTarget.click();
      }}
    >
      <span className="tick">{on && <Icon name="tick" />}</span>
      <span>{command.title}</span>
      {command.keys?.[0] !== undefined && <kbd>{shown(command.keys[0])}</kbd>}
    </li>
  );
}
