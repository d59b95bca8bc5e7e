import type { Filter } from "../filter-types";

/** Filters whose name or summary contains the query, in their order. */
export function searchFilters<Item extends Pick<Filter, "name" | "summary">>(
  filters: readonly Item[],
  query: string,
): Item[] {
  const needle = query.trim().toLocaleLowerCase();
  return filters.filter(({ name, summary }) => `${name}\n${summary}`.toLocaleLowerCase().includes(needle));
}
