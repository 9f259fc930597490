// Pages below the folder, files of one's own, the gallery.
import { useEffect, useState } from "react";
import { importFile } from "../actions/drop";
import { listPages, load, newPage, unlessDirty } from "../actions/files";
import type { PageList } from "../api/types";
import { useUi } from "../store/ui";
import { SearchField } from "../form/SearchField";
import { Dialog } from "./Dialog";

export function usePages(): { list: PageList | null; error: string | null } {
  const [list, setList] = useState<PageList | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    listPages().then(setList, (reason: unknown) =>
      setError(reason instanceof Error ? reason.message : String(reason)),
    );
  }, []);
  return { list, error };
}

export function OpenDialog() {
  const { list, error } = usePages();
  const [query, setQuery] = useState("");
  const pages = list?.pages.filter((page) => page.path.toLowerCase().includes(query.toLowerCase())) ?? [];
  return (
    <Dialog title="Open a page" className="open-dialog">
      <div className="open-starts">
        <button type="button" className="primary" onClick={newPage}>
          New page
        </button>
        <button type="button" onClick={() => useUi.getState().show({ kind: "gallery" })}>
          Gallery
        </button>
        <label className="file-button">
          Import a GraphDef
          <input
            type="file"
            accept=".pbtxt,.pb"
            onChange={(event) => {
              const [file] = event.target.files ?? [];
              useUi.getState().show(null);
              if (file) void importFile(file);
            }}
          />
        </label>
      </div>
      {error !== null && <p className="problem">{error}</p>}
      {list && (
        <>
          <h3>
            Pages in <code>{list.folder}</code>
          </h3>
          {list.pages.length > 8 && <SearchField label="Search pages" query={query} setQuery={setQuery} />}
          <ul className="page-list">
            {pages.map((page) => (
              <li key={page.path}>
                <button type="button" onClick={() => unlessDirty(() => void load(page.path))}>
                  <b>{page.path}</b>
                  <span className="dim">
                    {page.unsaved && "never saved, "}
                    {new Date(page.modified).toLocaleString()}
                  </span>
                  <span className="page-about">{page.about}</span>
                </button>
              </li>
            ))}
          </ul>
          {list.cut && (
            <p className="hint">There are more pages than are listed: start Studio in their folder.</p>
          )}
          {list.pages.length === 0 && (
            <p className="hint">No pages yet: begin with a new one, or with one of the gallery.</p>
          )}
        </>
      )}
    </Dialog>
  );
}
