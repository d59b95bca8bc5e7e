import type { components } from "../../api/schema";

type Schemas = components["schemas"];

export type Quote = Schemas["QuoteOut"];
export type QuotesPage = Schemas["QuotesOut"];
export type QuoteSettings = Schemas["QuoteSettings"];
export type QuoteBody = Schemas["QuoteIn"];
export type Provider = NonNullable<QuoteBody["provider"]>;

/** A quote while it is edited. */
export interface QuoteDraft {
  text: string;
  quoted_name: string;
  provider: Provider | "";
  category: string;
  /** As the browser's field has it, in local time; empty means now. */
  said_at: string;
}
