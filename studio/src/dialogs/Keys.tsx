// The sheet of keys, made from the commands.
import { Fragment } from "react";
import { commands } from "../actions/commands";
import { shown } from "../shell/Menu";
import { Dialog } from "./Dialog";

const gestures: readonly (readonly [string, string])[] = [
  ["Tab", "the next block"],
  ["Arrows", "move what is selected; with Shift further"],
  ["Enter, then Tab", "the fields of a block; Escape leaves them"],
  ["C, arrows, Enter", "walk the pins of a block and start a wire"],
  ["Arrows, Enter", "walk the pins that take the wire, and connect"],
  ["Delete on a pin", "take its wire away"],
  ["Ctrl+C, X, V", "copy, cut, paste blocks, also between tabs"],
  ["Double-click", "add a block where the pointer is"],
  ["Shift+drag", "select with a frame"],
  ["Ctrl+click", "select one more"],
];

export function Keys() {
  const menus = [...new Set(commands.map((command) => command.menu))];
  return (
    <Dialog title="Keys" className="keys-dialog">
      <div className="keys">
        {menus.map((menu) => (
          <section key={menu}>
            <h3>{menu}</h3>
            <dl>
              {commands
                .filter((command) => command.menu === menu && command.keys !== undefined)
                .map((command) => (
                  <Fragment key={command.id}>
                    <dt>
                      {command.keys?.map((key) => (
                        <kbd key={key}>{shown(key)}</kbd>
                      ))}
                    </dt>
                    <dd>{command.title}</dd>
                  </Fragment>
                ))}
            </dl>
          </section>
        ))}
        <section>
          <h3>On the canvas</h3>
          <dl>
            {gestures.map(([keys, text]) => (
              <Fragment key={keys}>
                <dt>
                  <kbd>{keys}</kbd>
                </dt>
                <dd>{text}</dd>
              </Fragment>
            ))}
          </dl>
        </section>
      </div>
    </Dialog>
  );
}
