import { useMemo } from "react";
import type { Rules } from "../backtest/backtest.queries";
import { bodyOf } from "./draft";
import type { FilterForm } from "./use-filter-sheet";

/** The rules of the form, for tests. Terms are included only if they differ from the saved ones. */
export function useRules(channelId: string, filterId: string | null, { draft, base }: FilterForm): Rules {
  const withTerms = draft.type === "banned_terms" && (filterId === null || draft.rows !== base.rows);
  return useMemo(() => {
    // The server requires a name, which a test does not need.
    const named = { ...draft, name: draft.name.trim() || "New filter" };
    return { channelId, filterId, filter: bodyOf(named, withTerms) };
  }, [channelId, filterId, draft, withTerms]);
}
