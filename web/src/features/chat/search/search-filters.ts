import type { SearchQuery } from "../chat.queries";
import type { SearchFields } from "./search-fields";

// A text without letters and digits finds nothing, because the search index contains only words.
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/** Error of the text field; null without one. */
export function problemOf({ text }: Pick<SearchFields, "text">): string | null {
  return text.trim() && !LETTER_OR_DIGIT.test(text) ? "Enter at least one letter or digit" : null;
}

/** Query parameters; null if all fields are empty or the text is invalid. Days are in the user's time zone. */
export function searchQuery({ text, provider, viewer, from, to }: SearchFields): SearchQuery | null {
  if (problemOf({ text })) return null;
  const q = text.trim();
  const query: SearchQuery = {
    ...(q ? { q } : {}),
    ...(viewer ? { viewer_id: viewer.id, provider: viewer.provider } : provider ? { provider } : {}),
    ...timeLimit("since", startOfDay(from, 0)),
    ...timeLimit("until", startOfDay(to, 1)),
  };
  return Object.keys(query).length === 0 ? null : query;
}

function timeLimit(name: "since" | "until", date: Date | null): SearchQuery {
  return date ? { [name]: date.toISOString() } : {};
}

function startOfDay(day: string, daysLater: number): Date | null {
  const [year, month, date] = day.split("-").map(Number);
  if (!year || !month || !date) return null;
  const start = new Date(year, month - 1, date + daysLater);
  return Number.isNaN(start.getTime()) ? null : start;
}
