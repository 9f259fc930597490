// The search: a few letters, Enter, and the block is there; after a wire only what takes it is offered.
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from "react";
import { addOp } from "../actions/edit";
import { call } from "../api/client";
import type { FitsAnswer, OpEntry } from "../api/types";
import { endText } from "../canvas/wiring";
import { find } from "../page/find";
import type { Point } from "../page/edits";
import { useOps } from "../store/ops";
import { usePage } from "../store/page";
import { useUi, type WireEnd } from "../store/ui";
import { Dialog } from "./Dialog";

interface Offer {
  readonly op: OpEntry;
  /** Where the wire goes. */
  readonly pin?: string;
}

/** The ops that take the wire, or null where there is none, or no answer yet. */
function useFits(wire: WireEnd | undefined): FitsAnswer["ops"] | null {
  const [ops, setOps] = useState<FitsAnswer["ops"] | null>(null);
  useEffect(() => {
    if (!wire) return;
    const mine = new AbortController();
    call<FitsAnswer>("/api/fits", { page: usePage.getState().page, ...wire }, mine.signal)
      .then((answer) => setOps(answer.ops))
      .catch(() => undefined);
    return () => mine.abort();
  }, [wire]);
  return ops;
}

export function Search({ at, wire }: { readonly at: Point; readonly wire: WireEnd | undefined }) {
  const table = useOps((s) => s.table.ops);
  const fits = useFits(wire);
  const [query, setQuery] = useState("");
  const [place, setPlace] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  const offers = useMemo((): Offer[] => {
    if (!wire) return find(table, query).map((op) => ({ op }));
    const pins = new Map((fits ?? []).map(({ op, pin }) => [op, pin]));
    return find(
      table.filter((op) => pins.has(op.name)),
      query,
    ).map((op) => ({ op, pin: pins.get(op.name) ?? "" }));
  }, [table, fits, query, wire]);
  const chosen = Math.min(place, offers.length - 1);

  useEffect(() => {
    list.current?.children[chosen]?.scrollIntoView({ block: "nearest" });
  }, [chosen]);

  const add = (offer: Offer | undefined): void => {
    if (!offer) return;
    useUi.getState().show(null);
    const { op, pin } = offer;
    addOp(op.name, at, wire && pin !== undefined ? { end: wire, pin } : undefined);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setPlace(Math.max(0, Math.min(offers.length - 1, chosen + step)));
    } else if (event.key === "Enter") {
      event.preventDefault();
      add(offers[chosen]);
    }
  };

  return (
    <Dialog title={wire ? `Add a block to ${endText(wire)}` : "Add a block"} className="search-dialog">
      <input
        type="search"
        className="search"
        role="combobox"
        aria-expanded
        aria-controls="search-offers"
        aria-activedescendant={offers.length > 0 ? `offer-${chosen}` : undefined}
        aria-label="Search ops"
        placeholder="Name, initials (ap3g), or what it does"
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setPlace(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ul id="search-offers" role="listbox" aria-label="Ops" className="offers" ref={list}>
        {offers.map((offer, i) => (
          <li
            key={offer.op.name}
            id={`offer-${i}`}
            role="option"
            aria-selected={i === chosen}
            onPointerMove={() => setPlace(i)}
            onClick={() => add(offer)}
            data-testid={`offer-${offer.op.name}`}
          >
            <b>{offer.op.name}</b>
            <span className="offer-summary">{offer.op.summary}</span>
            <span className="dim">{offer.pin ? `→ ${offer.pin}` : offer.op.group}</span>
          </li>
        ))}
      </ul>
      {offers.length === 0 && (
        <p className="hint">{wire && fits === null ? "Asking what fits…" : "Nothing fits that."}</p>
      )}
    </Dialog>
  );
}
