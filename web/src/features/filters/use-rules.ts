import { useMemo } from "react";
import type { Rules } from "./backtest.queries";
import { bodyOf } from "./draft";
import type { FilterForm } from "./use-filter-form";

/** What is tested: the rules on the screen. Ten thousand terms travel only when they differ from the saved ones. */
export function useRules(channelId: string, filterId: string | null, form: FilterForm): Rules {
  const { draft, rows, savedRows } = form;
  return useMemo(() => {
    const isSent = draft.type === "banned_terms" && (filterId === null || rows !== savedRows);
    // A filter needs a name to be read at all, and a test should not wait for one.
    const named = { ...draft, name: draft.name.trim() || "New filter" };
    return { channelId, filterId, filter: bodyOf(named, isSent ? rows : null) };
  }, [channelId, filterId, draft, rows, savedRows]);
}
