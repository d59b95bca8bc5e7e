import { useMemo } from "react";
import type { Rules } from "../backtest/backtest.queries";
import { bodyOf } from "./draft";
import type { FilterForm } from "./use-filter-sheet";

/** The filter in the form, for the backtest and the message test; unchanged terms are left out. */
export function useRules(channelId: string, filterId: string | null, { draft, base }: FilterForm): Rules {
  const withTerms = draft.type === "banned_terms" && (filterId === null || draft.rows !== base.rows);
  return useMemo(() => {
    // The server requires a name, but matching does not use the name.
    const named = { ...draft, name: draft.name.trim() || "New filter" };
    return { channelId, filterId, filter: bodyOf(named, withTerms) };
  }, [channelId, filterId, draft, withTerms]);
}
