import type { Filter } from "../filter-types";

/** Filters whose name or rule contains the query, in their order. */
export function matching<Some extends Pick<Filter, "name" | "summary">>(
  filters: readonly Some[],
  query: string,
): Some[] {
  const needle = query.trim().toLocaleLowerCase();
  return filters.filter(({ name, summary }) => `${name}\n${summary}`.toLocaleLowerCase().includes(needle));
}
