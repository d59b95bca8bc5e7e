import { useMemo } from "react";
import type { Rules } from "../backtest/backtest.queries";
import { bodyOf } from "./draft";
import type { FilterForm } from "./use-filter-sheet";

/** What is tested: the rules on the screen. Ten thousand terms travel only when they differ from the saved ones. */
export function useRules(channelId: string, filterId: string | null, { draft, base }: FilterForm): Rules {
  const isSent = draft.type === "banned_terms" && (filterId === null || draft.rows !== base.rows);
  return useMemo(() => {
    // A filter needs a name to be read at all, and a test should not wait for one.
    const named = { ...draft, name: draft.name.trim() || "New filter" };
    return { channelId, filterId, filter: bodyOf(named, isSent) };
  }, [channelId, filterId, draft, isSent]);
}
