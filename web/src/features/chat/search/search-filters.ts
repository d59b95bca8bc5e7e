import type { SearchWanted } from "../chat.queries";

/** What stands in the search fields. */
export interface SearchFields {
  text: string;
  provider: string;
  viewer: { provider: string; id: string; name: string } | null;
  /** Days as the browser's own date field writes them. */
  from: string;
  to: string;
}

export const NO_SEARCH: SearchFields = { text: "", provider: "", viewer: null, from: "", to: "" };

// Words are looked for; signs between them only part them.
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/** What stands below the words when they cannot be looked for. */
export function problemOf({ text }: Pick<SearchFields, "text">): string | null {
  return text.trim() && !LETTER_OR_DIGIT.test(text) ? "Needs a letter or a digit" : null;
}

/** The question to the server, or null while nothing is asked; days are the reader's own. */
export function wantedOf({ text, provider, viewer, from, to }: SearchFields): SearchWanted | null {
  if (problemOf({ text })) return null;
  const q = text.trim();
  const wanted: SearchWanted = {
    ...(q ? { q } : {}),
    ...(viewer ? { viewer_id: viewer.id, provider: viewer.provider } : provider ? { provider } : {}),
    ...moment("since", startOfDay(from, 0)),
    ...moment("until", startOfDay(to, 1)),
  };
  return Object.keys(wanted).length === 0 ? null : wanted;
}

function moment(name: "since" | "until", date: Date | null): SearchWanted {
  return date ? { [name]: date.toISOString() } : {};
}

function startOfDay(day: string, later: number): Date | null {
  const [year, month, date] = day.split("-").map(Number);
  if (!year || !month || !date) return null;
  const start = new Date(year, month - 1, date + later);
  return Number.isNaN(start.getTime()) ? null : start;
}
