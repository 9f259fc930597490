// What has to be read: docked above the canvas until it is dismissed.
import { Icon } from "./Icon";
import { useUi } from "../store/ui";

export function Notices() {
  const notices = useUi((s) => s.notices);
  const dismiss = useUi((s) => s.dismiss);
  const last = notices.at(-1);
  if (!last) return null;
  return (
    <div className="notice" role="alert">
      <span>{last.text}</span>
      <button
        type="button"
        className="icon"
        aria-label="Dismiss"
        onClick={() => notices.forEach(({ id }) => dismiss(id))}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}
