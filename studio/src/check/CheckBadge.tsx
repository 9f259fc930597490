// The badge of a gradient check on a block: a click checks, another one shows what came out.
import { formatCount, formatIndex, formatNumber } from "../run/format";
import { Icon } from "../run/icons";
import { Popover } from "../run/Popover";
import { useOps } from "../store/ops";
import { usePage } from "../store/page";
import "./check.css";
import { useCheck, type Check } from "./store";

function useCheckable(block: string): boolean {
  const op = usePage((state) => state.page.blocks[block]?.op);
  return useOps((state) => op !== undefined && (state.byName.get(op)?.checkable ?? false));
}

export function CheckBadge({ block }: { readonly block: string }) {
  const checkable = useCheckable(block);
  const check = useCheck((state) => state.checks[block]);
  if (!checkable) return null;
  if (!check || check.state === "running") {
    const label = check ? `Checking the gradient of ${block}` : `Check the gradient of ${block}`;
    return (
      <button
        type="button"
        tabIndex={-1}
        className={`check-badge nodrag nokey ${check ? "running" : ""}`}
        disabled={check !== undefined}
        aria-label={label}
        title={`${label} by finite differences`}
        onClick={() => void useCheck.getState().check(block)}
      >
        <Icon name="partial" />
      </button>
    );
  }
  const verdict = verdictOf(check);
  return (
    <Popover
      label={`Gradient of ${block}: ${verdict}`}
      className={`check-badge ${tones[verdict]}`}
      button={
        <>
          <Icon name="partial" />
          {verdict === "not checked" ? "?" : <Icon name={verdict} />}
        </>
      }
    >
      <CheckDetails block={block} />
    </Popover>
  );
}

type Verdict = "right" | "wrong" | "not checked";

const tones: Readonly<Record<Verdict, string>> = { right: "good", wrong: "bad", "not checked": "warn" };

/** A check that failed, or found no element with a derivative, says nothing against the gradient. */
function verdictOf(check: Check): Verdict {
  if (check.state !== "done" || check.answer.checked === 0) return "not checked";
  return check.answer.ok ? "right" : "wrong";
}

const sentences: Readonly<Record<Verdict, string>> = {
  right: "The gradient is right.",
  wrong: "The gradient differs from finite differences.",
  "not checked": "There was nothing to compare.",
};

/** The check of a block in its properties, for the keyboard too; nothing where its op has no gradient to check. */
export function CheckSection({ block }: { readonly block: string }) {
  if (!useCheckable(block)) return null;
  return (
    <section>
      <h3>Gradient</h3>
      <CheckDetails block={block} />
    </section>
  );
}

/** What a check found: the worst element, both ways, and what was compared. */
function CheckDetails({ block }: { readonly block: string }) {
  const check = useCheck((state) => state.checks[block]);
  const again = (
    <button type="button" disabled={check?.state === "running"} onClick={() => void useCheck.getState().check(block)}>
      {check ? "Check again" : "Check gradient"}
    </button>
  );
  return (
    <div className="check-details" data-testid={`check-${block}`}>
      {check && <Found check={check} />}
      {again}
    </div>
  );
}

function Found({ check }: { readonly check: Check }) {
  if (check.state === "running") return <p role="status">Checking…</p>;
  if (check.state === "failed")
    return (
      <p className="error" role="status">
        {check.message}
      </p>
    );
  const { largest_error, worst, checked, note } = check.answer;
  const verdict = verdictOf(check);
  return (
    <>
      <p className={`verdict ${tones[verdict]}`} role="status">
        {sentences[verdict]}
      </p>
      <dl>
        <dt>largest error</dt>
        <dd>{formatNumber(largest_error)}</dd>
        <dt>elements</dt>
        <dd>{formatCount(checked)} compared</dd>
        {worst && (
          <>
            <dt>worst</dt>
            <dd>
              {worst.input} {formatIndex(worst.index)}
            </dd>
            <dt>analytic</dt>
            <dd>{formatNumber(worst.analytic, 9)}</dd>
            <dt>numeric</dt>
            <dd>{formatNumber(worst.numeric, 9)}</dd>
          </>
        )}
      </dl>
      {note && <p className="hint">{note}</p>}
    </>
  );
}
