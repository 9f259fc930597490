// The browser's own dialog: it keeps the focus, gives it back, and closes with Escape.
import { Icon } from "../shell/Icon";
import { useEffect, useRef, type ReactNode } from "react";
import { useUi } from "../store/ui";

interface DialogProps {
  readonly title: string;
  readonly className?: string;
  readonly onClose?: () => void;
  readonly children: ReactNode;
}

export function Dialog({ title, className = "", onClose, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const close = onClose ?? (() => useUi.getState().show(null));
  useEffect(() => {
    const dialog = element.current;
    if (dialog && !dialog.open) dialog.showModal();
    // What is wanted most, not the cross in the corner.
    dialog
      ?.querySelector<HTMLElement>(
        ".dialog-inner > :not(.dialog-title) :is(input, button.primary), .dialog-inner > input",
      )
      ?.focus();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={element}
      className={`dialog ${className}`}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onPointerDown={(event) => event.target === element.current && close()}
    >
      <div className="dialog-inner">
        <div className="dialog-title">
          <h2>{title}</h2>
          <button type="button" className="icon" aria-label="Close" onClick={close}>
            <Icon name="close" />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}
