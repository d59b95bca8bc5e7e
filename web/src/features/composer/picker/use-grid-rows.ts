import { useMemo, useState } from "react";
import { usePlatforms } from "../../../api/platforms";
import type { components } from "../../../api/schema";
import { useCurrentUser } from "../../../session/current-user";
import { useEmoji } from "../composer.queries";
import type { Target } from "../targets/targets";
import { type GridRow, gridRows, pickerGroups } from "./picker-groups";
import { readRecent } from "./recent-emotes";

type EmoteLists = components["schemas"]["EmotesOut"];

const NO_EMOTES: EmoteLists = { emotes: [], sources: [] };

/** Rows of the grid; only emoji until the emotes are loaded. */
export function useGridRows(
  lists: EmoteLists | undefined,
  query: string,
  targets: readonly Target[],
  columns: number,
): GridRow[] {
  const { emotes, sources } = lists ?? NO_EMOTES;
  const platforms = usePlatforms();
  const emoji = useEmoji(true);
  const userId = useCurrentUser().data?.id ?? "";
  // Read once: the order must not change while the picker is open.
  const [recent] = useState(() => readRecent(userId));
  const selected = [...new Set(targets.map(({ platform }) => platform.provider))].join();
  return useMemo(() => {
    const keys = selected ? selected.split(",") : [];
    const options = { emotes, sources, emoji, recent, query: query.trim(), selected: keys, platforms };
    return gridRows(pickerGroups(options), columns);
  }, [emotes, sources, emoji, recent, query, selected, platforms, columns]);
}
