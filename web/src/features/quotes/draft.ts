import type { Platform } from "../../api/types";
import { isoTime, localMinute } from "../../lib/time/local-minute";
import type { Quote, QuoteBody } from "./quotes";

/** The editable fields of a quote. */
export interface QuoteDraft {
  text: string;
  quoted_name: string;
  provider: NonNullable<QuoteBody["provider"]> | "";
  category: string;
  /** Local time in the format of datetime-local; empty means now for a new quote, unchanged for a stored one. */
  said_at: string;
}

export const NEW_QUOTE: QuoteDraft = { text: "", quoted_name: "", provider: "", category: "", said_at: "" };

type Platforms = readonly Pick<Platform, "provider">[];

/** The platform, or none if this installation does not have it. */
export function asProvider(value: string | null, platforms: Platforms): QuoteDraft["provider"] {
  // The API's type lists the same names as the descriptors.
  return (platforms.find(({ provider }) => provider === value)?.provider ?? "") as QuoteDraft["provider"];
}

/** The editable fields of a stored quote. */
export function draftOf(quote: Quote, platforms: Platforms): QuoteDraft {
  const { text, quoted_name, category } = quote;
  const provider = asProvider(quote.provider, platforms);
  return { text, quoted_name, provider, category, said_at: localMinute(quote.said_at) };
}

/** The request body; `before` is null for a new quote. An unchanged time is sent as null, and keeps its seconds. */
export function bodyOf(draft: QuoteDraft, before: QuoteDraft | null): QuoteBody {
  return {
    ...draft,
    provider: draft.provider === "" ? null : draft.provider,
    said_at: draft.said_at === before?.said_at ? null : isoTime(draft.said_at),
  };
}
