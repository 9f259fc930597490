// A line to search a list by.
import type { KeyboardEvent } from "react";

interface SearchFieldProps {
  readonly label: string;
  readonly query: string;
  readonly setQuery: (query: string) => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
}

export function SearchField({ label, query, setQuery, onKeyDown }: SearchFieldProps) {
  return (
    <input
      type="search"
      className="search"
      aria-label={label}
      placeholder={label}
      value={query}
      onChange={(event) => setQuery(event.target.value)}
      onKeyDown={onKeyDown}
    />
  );
}
