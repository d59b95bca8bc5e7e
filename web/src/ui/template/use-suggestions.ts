import { type RefObject, type SyntheticEvent, useState } from "react";
import type { Variable } from "../../api/variables";
import { applySuggestion, partialVariableAt, type Suggestion, suggestionsFor, type TextEdit } from "./completion";

export interface Suggestions {
  isOpen: boolean;
  items: readonly Suggestion[];
  active: number;
  setActive: (index: number) => void;
  pick: (suggestion: Suggestion) => void;
  /** Handles a key; returns whether the list has used the key. */
  handleKey: (key: string) => boolean;
  /** Called when the caret or the text changes. */
  update: (event: SyntheticEvent<HTMLTextAreaElement>) => void;
  close: () => void;
}

interface SuggestionOptions {
  variables: readonly Variable[];
  area: RefObject<HTMLTextAreaElement | null>;
  text: string;
  edit: (edited: TextEdit) => void;
}

/** Variable suggestions at the caret and their keyboard handling. */
export function useSuggestions({ variables, area, text, edit }: SuggestionOptions): Suggestions {
  const [caret, setCaret] = useState<number | null>(null);
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const [active, setActive] = useState(0);
  const partial = caret === null ? null : partialVariableAt(text, caret);
  const matches = partial && partial.start !== closedAt ? suggestionsFor(variables, partial.query) : [];
  // A complete name needs no suggestion.
  const items = matches.length === 1 && matches[0]?.name === partial?.query ? [] : matches;
  const current = Math.min(active, Math.max(0, items.length - 1));
  const pick = (suggestion: Suggestion) => {
    if (!partial) return;
    const edited = applySuggestion(text, partial, suggestion);
    setCaret(null);
    edit(edited);
  };
  return {
    isOpen: items.length > 0,
    items,
    active: current,
    setActive: setActive,
    pick,
    handleKey: (key) => {
      const suggestion = items[current];
      if (!suggestion || !partial) return false;
      if (key === "ArrowDown") setActive((current + 1) % items.length);
      else if (key === "ArrowUp") setActive((current + items.length - 1) % items.length);
      else if (key === "Escape") setClosedAt(partial.start);
      else if (key === "Enter" || key === "Tab") pick(suggestion);
      else return false;
      return true;
    },
    update: () => {
      const { selectionStart = null, selectionEnd = null } = area.current ?? {};
      const next = selectionStart === selectionEnd ? selectionStart : null;
      if (next === caret) return;
      setCaret(next);
      setActive(0);
      // Escape closes the list for one variable; it may open again once the caret is before that variable.
      if (closedAt !== null && (next === null || next < closedAt)) setClosedAt(null);
    },
    close: () => setCaret(null),
  };
}
