import type { components } from "../../api/schema";

type Schemas = components["schemas"];

export type Quote = Schemas["QuoteOut"];
export type QuotesPage = Schemas["QuotesOut"];
export type QuoteSettings = Schemas["QuoteSettings"];
export type QuoteBody = Schemas["QuoteIn"];
export type Provider = NonNullable<QuoteBody["provider"]>;

/** The editable fields of a quote. */
export interface QuoteDraft {
  text: string;
  quoted_name: string;
  provider: Provider | "";
  category: string;
  /** Local time in the format of datetime-local; empty means now for a new quote, unchanged for a stored one. */
  said_at: string;
}
