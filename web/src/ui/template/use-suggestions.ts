import { type RefObject, type SyntheticEvent, useState } from "react";
import type { Variable } from "../../api/variables";
import { applySuggestion, partialVariableAt, type Suggestion, suggestionsFor, type TextEdit } from "./completion";

export interface Suggestions {
  isOpen: boolean;
  items: readonly Suggestion[];
  active: number;
  point: (place: number) => void;
  pick: (offer: Suggestion) => void;
  /** Whether the list handled the key. */
  takeKey: (key: string) => boolean;
  /** Called when the caret or the text changes. */
  look: (event: SyntheticEvent<HTMLTextAreaElement>) => void;
  close: () => void;
}

interface Given {
  variables: readonly Variable[];
  area: RefObject<HTMLTextAreaElement | null>;
  text: string;
  edit: (edited: TextEdit) => void;
}

/** Variable suggestions at the caret and their keyboard handling. */
export function useSuggestions({ variables, area, text, edit }: Given): Suggestions {
  const [caret, setCaret] = useState<number | null>(null);
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const [active, setActive] = useState(0);
  const place = caret === null ? null : partialVariableAt(text, caret);
  const found = place && place.start !== closedAt ? suggestionsFor(variables, place.query) : [];
  // A complete name needs no suggestion.
  const items = found.length === 1 && found[0]?.name === place?.query ? [] : found;
  const current = Math.min(active, Math.max(0, items.length - 1));
  const pick = (offer: Suggestion) => {
    if (!place) return;
    const edited = applySuggestion(text, place, offer);
    setCaret(null);
    edit(edited);
  };
  return {
    isOpen: items.length > 0,
    items,
    active: current,
    point: setActive,
    pick,
    takeKey: (key) => {
      const offer = items[current];
      if (!offer || !place) return false;
      if (key === "ArrowDown") setActive((current + 1) % items.length);
      else if (key === "ArrowUp") setActive((current + items.length - 1) % items.length);
      else if (key === "Escape") setClosedAt(place.start);
      else if (key === "Enter" || key === "Tab") pick(offer);
      else return false;
      return true;
    },
    look: () => {
      const { selectionStart = null, selectionEnd = null } = area.current ?? {};
      const next = selectionStart === selectionEnd ? selectionStart : null;
      if (next === caret) return;
      setCaret(next);
      setActive(0);
      // Closed for one variable only.
      if (closedAt !== null && (next === null || next < closedAt)) setClosedAt(null);
    },
    close: () => setCaret(null),
  };
}
