import { pagedResource } from "../../api/channel-resource";
import type { components } from "../../api/schema";

type Schemas = components["schemas"];

export type Quote = Schemas["QuoteOut"];
export type QuoteSettings = Schemas["QuoteSettings"];
export type QuoteBody = Schemas["QuoteIn"];

export const quotes = pagedResource("/api/2/channels/{channel_id}/quotes", "quote");
