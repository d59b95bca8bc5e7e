import type { Provider, Quote, QuoteBody, QuoteDraft } from "../quote-types";

export const NEW_QUOTE: QuoteDraft = { text: "", quoted_name: "", provider: "", category: "", said_at: "" };

const PROVIDERS: readonly Provider[] = ["twitch", "youtube", "kick", "tiktok"];

export function asProvider(value: string | null): QuoteDraft["provider"] {
  return PROVIDERS.find((provider) => provider === value) ?? "";
}

/** What can be changed about a quote, without what the server adds. */
export function draftOf(quote: Quote): QuoteDraft {
  return {
    text: quote.text,
    quoted_name: quote.quoted_name,
    provider: asProvider(quote.provider),
    category: quote.category,
    said_at: localMinute(quote.said_at),
  };
}

/**
 * What is sent. A moment that the server has and nobody touched is left out: the field has lost its seconds.
 * A quote that is made anew has none there, and keeps the minute it had.
 */
export function bodyOf(draft: QuoteDraft, before: QuoteDraft | null): QuoteBody {
  return {
    text: draft.text,
    quoted_name: draft.quoted_name,
    provider: draft.provider === "" ? null : draft.provider,
    category: draft.category,
    said_at: draft.said_at === before?.said_at ? null : momentOf(draft.said_at),
  };
}

/** "2030-01-02T21:42" in local time, as the browser's field for a moment takes it. */
export function localMinute(moment: string): string {
  const date = new Date(moment);
  const two = (part: number) => String(part).padStart(2, "0");
  const day = `${String(date.getFullYear()).padStart(4, "0")}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** The moment that a local minute stands for; nothing where none is given. */
export function momentOf(minute: string): string | null {
  const date = new Date(minute);
  return minute === "" || Number.isNaN(date.getTime()) ? null : date.toISOString();
}
