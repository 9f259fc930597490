// Commands as a row of buttons, under the titles that the menus have.
import { commands, invoke } from "../actions/commands";

export function CommandButtons({ ids }: { readonly ids: readonly string[] }) {
  const chosen = ids.flatMap((id) => commands.filter((command) => command.id === id));
  return (
    <div className="buttons">
      {chosen.map(({ id, title }) => (
        <button key={id} type="button" onClick={() => invoke(id)}>
          {title}
        </button>
      ))}
    </div>
  );
}
