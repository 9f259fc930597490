// Pages that come with Studio, each with a picture and a paragraph.
import { load, unlessDirty } from "../actions/files";
import { Dialog } from "./Dialog";
import { usePages } from "./OpenDialog";

export function Gallery() {
  const { list, error } = usePages();
  return (
    <Dialog title="Gallery" className="gallery-dialog">
      {error !== null && <p className="problem">{error}</p>}
      <ul className="gallery">
        {list?.gallery.map((entry) => (
          <li key={entry.path}>
            <button
              type="button"
              onClick={() => unlessDirty(() => void load(entry.path))}
              data-testid={`gallery-${entry.path}`}
            >
              {entry.picture !== "" && <img src={entry.picture} alt="" loading="lazy" />}
              <b>{entry.title}</b>
              <span>{entry.about}</span>
            </button>
          </li>
        ))}
      </ul>
      {list?.gallery.length === 0 && <p className="hint">This build of vox has no gallery.</p>}
    </Dialog>
  );
}
