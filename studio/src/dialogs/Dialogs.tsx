// The dialog that is open, if any.
import { useUi } from "../store/ui";
import { Gallery } from "./Gallery";
import { GradientsDialog } from "./GradientsDialog";
import { Keys } from "./Keys";
import { OpenDialog } from "./OpenDialog";
import { Conflict, Discard, Recover, Rename, SaveAs, Share, Versions } from "./questions";
import { Search } from "./Search";

export function Dialogs() {
  const dialog = useUi((s) => s.dialog);
  switch (dialog?.kind) {
    case undefined:
      return null;
    case "open":
      return <OpenDialog />;
    case "gallery":
      return <Gallery />;
    case "keys":
      return <Keys />;
    case "search":
      return <Search at={dialog.at} wire={dialog.wire} />;
    case "save":
      return <SaveAs path={dialog.path} taken={dialog.taken} />;
    case "conflict":
      return <Conflict message={dialog.message} />;
    case "versions":
      return <Versions />;
    case "share":
      return <Share link={dialog.link} />;
    case "recover":
      return <Recover page={dialog.page} modified={dialog.modified} />;
    case "rename":
      return <Rename block={dialog.block} />;
    case "gradients":
      return <GradientsDialog block={dialog.block} />;
    case "discard":
      return <Discard then={dialog.then} />;
  }
}
