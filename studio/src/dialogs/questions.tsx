// Short dialogs: a name, or a question before something is lost.
import { useEffect, useState, type SyntheticEvent } from "react";
import { forgetAutosave, load, pathOf, recover, restoreVersion, save, versionsOf } from "../actions/files";
import { longLink } from "../actions/share";
import type { LoadAnswer, Page } from "../api/types";
import { renameBlock } from "../shell/BlockProperties";
import { usePage } from "../store/page";
import { useUi } from "../store/ui";
import { Dialog } from "./Dialog";

const close = (): void => useUi.getState().show(null);

interface NameFormProps {
  readonly title: string;
  readonly label: string;
  readonly name: string;
  readonly setName: (name: string) => void;
  /** What stands in the way, or what will happen; under the field. */
  readonly problem: string | null;
  readonly action: string;
  readonly submit: () => void;
}

function NameForm({ title, label, name, setName, problem, action, submit }: NameFormProps) {
  const onSubmit = (event: SyntheticEvent): void => {
    event.preventDefault();
    submit();
  };
  return (
    <Dialog title={title}>
      <form onSubmit={onSubmit}>
        <input
          className="field"
          aria-label={label}
          spellCheck={false}
          value={name}
          onChange={(event) => setName(event.target.value)}
          onFocus={(event) => event.target.select()}
        />
        {problem !== null && <p className="problem">{problem}</p>}
        <div className="buttons">
          <button type="submit" className="primary">
            {action}
          </button>
          <button type="button" onClick={close}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  );
}

export function SaveAs({ path, taken }: { readonly path: string; readonly taken: string | undefined }) {
  const [name, setName] = useState(path);
  const replaces = taken !== undefined && name === path;
  return (
    <NameForm
      title="Save the page as"
      label="Path below the folder"
      name={name}
      setName={setName}
      problem={
        replaces ? `${taken} Saving replaces it; the old one stays among the earlier versions.` : null
      }
      action={replaces ? "Replace" : "Save"}
      submit={() => {
        if (name.trim() !== "") void save(pathOf(name.trim()), replaces);
      }}
    />
  );
}

export function Rename({ block }: { readonly block: string }) {
  const [name, setName] = useState(block);
  const [problem, setProblem] = useState<string | null>(null);
  const submit = (): void => {
    const found = renameBlock(block, name);
    setProblem(found);
    if (found === null) close();
  };
  return (
    <NameForm
      title={`Rename ${block}`}
      label="Name"
      name={name}
      setName={setName}
      problem={problem}
      action="Rename"
      submit={submit}
    />
  );
}

export function Conflict({ message }: { readonly message: string }) {
  const path = usePage((s) => s.path) ?? "";
  return (
    <Dialog title="The file changed meanwhile">
      <p>{message}</p>
      <div className="buttons">
        <button
          type="button"
          className="primary"
          onClick={() => useUi.getState().show({ kind: "save", path: path.replace(/(\.\w+)$/, "-mine$1") })}
        >
          Save under another name
        </button>
        <button type="button" onClick={() => void save(path, true)}>
          Replace the file
        </button>
        <button type="button" onClick={() => void load(path)}>
          Read the file, drop my edits
        </button>
        <button type="button" onClick={close}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}

export function Discard({ then }: { readonly then: () => void }) {
  const keep = async (): Promise<void> => {
    if (await save()) then();
  };
  return (
    <Dialog title="The page is not saved">
      <p>Edits of this page are not in its file yet.</p>
      <div className="buttons">
        <button type="button" className="primary" onClick={() => void keep()}>
          Save first
        </button>
        <button
          type="button"
          onClick={() => {
            close();
            then();
          }}
        >
          Drop them
        </button>
        <button type="button" onClick={close}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}

export function Recover({ page, modified }: { readonly page: Page; readonly modified: number }) {
  return (
    <Dialog title="Edits that were not saved">
      <p>
        Studio kept edits of this page of {new Date(modified).toLocaleString()} that never reached its file (
        {Object.keys(page.blocks).length} blocks).
      </p>
      <div className="buttons">
        <button type="button" className="primary" onClick={() => recover(page)}>
          Bring them back
        </button>
        <button type="button" onClick={forgetAutosave}>
          Forget them
        </button>
      </div>
    </Dialog>
  );
}

export function Versions() {
  const path = usePage((s) => s.path) ?? "";
  const [versions, setVersions] = useState<LoadAnswer["versions"] | null>(null);
  useEffect(() => {
    versionsOf(path).then(setVersions, (error: unknown) => useUi.getState().notice(String(error), true));
  }, [path]);
  return (
    <Dialog title={`Earlier versions of ${path}`}>
      <ul className="page-list">
        {versions?.map((version) => (
          <li key={version.number}>
            <button type="button" onClick={() => void restoreVersion(path, version.number)}>
              <b>{new Date(version.modified).toLocaleString()}</b>
              <span className="dim">{version.bytes} bytes</span>
            </button>
          </li>
        ))}
      </ul>
      <p className="hint">
        {versions?.length === 0
          ? "There are none yet: each save keeps the one before, five of them."
          : "Bringing one back is an edit: it can be undone."}
      </p>
    </Dialog>
  );
}

export function Share({ link }: { readonly link: string }) {
  const [copied, setCopied] = useState(false);
  return (
    <Dialog title="A link that carries this page">
      <p>
        Paste it into the canvas of a running Studio, or behind the address that <code>vox studio</code>{" "}
        prints. The page is in the link itself; nothing is uploaded.
      </p>
      {link.length > longLink && (
        <p className="problem">
          {link.length} characters: some programs cut links of that length. The file is safer.
        </p>
      )}
      <textarea
        className="field link-text"
        readOnly
        rows={5}
        aria-label="Link"
        value={link}
        onFocus={(event) => event.target.select()}
      />
      <div className="buttons">
        <button
          type="button"
          className="primary"
          onClick={() => void navigator.clipboard.writeText(link).then(() => setCopied(true))}
        >
          {copied ? "Copied" : "Copy"}
        </button>
      </div>
    </Dialog>
  );
}
