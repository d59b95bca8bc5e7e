import type { Platform } from "../../../api/types";
import type { Quote, QuoteBody, QuoteDraft } from "../quote-types";

export const NEW_QUOTE: QuoteDraft = { text: "", quoted_name: "", provider: "", category: "", said_at: "" };

type Platforms = readonly Pick<Platform, "provider">[];

/** The platform, or none if this installation does not have it. */
export function asProvider(value: string | null, platforms: Platforms): QuoteDraft["provider"] {
  // The API's type lists the same names as the descriptors.
  return (platforms.find(({ provider }) => provider === value)?.provider ?? "") as QuoteDraft["provider"];
}

/** The editable fields of a stored quote. */
export function draftOf(quote: Quote, platforms: Platforms): QuoteDraft {
  return {
    text: quote.text,
    quoted_name: quote.quoted_name,
    provider: asProvider(quote.provider, platforms),
    category: quote.category,
    said_at: localMinute(quote.said_at),
  };
}

/** The request body; `before` is null for a new quote. An unchanged time is sent as null, and keeps its seconds. */
export function bodyOf(draft: QuoteDraft, before: QuoteDraft | null): QuoteBody {
  return {
    text: draft.text,
    quoted_name: draft.quoted_name,
    provider: draft.provider === "" ? null : draft.provider,
    category: draft.category,
    said_at: draft.said_at === before?.said_at ? null : isoTime(draft.said_at),
  };
}

/** "2030-01-02T21:42" in local time, the format of datetime-local. */
export function localMinute(time: string): string {
  const date = new Date(time);
  const two = (part: number) => String(part).padStart(2, "0");
  const day = `${String(date.getFullYear()).padStart(4, "0")}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** ISO time of a local minute; null if empty or invalid. */
export function isoTime(minute: string): string | null {
  const date = new Date(minute);
  return minute === "" || Number.isNaN(date.getTime()) ? null : date.toISOString();
}
