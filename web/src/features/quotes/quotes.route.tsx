import type { RouteObject } from "react-router";
import { loadScreen } from "../../lib/reload-guard";

/** The list stays where it is while its editors come and go beside it. */
export const quoteRoutes: RouteObject[] = [
  {
    path: "quotes",
    lazy: () => loadScreen(async () => ({ Component: (await import("./quotes.page")).QuotesPage })),
    children: [
      {
        path: ":channelQuoteId",
        lazy: () => loadScreen(async () => ({ Component: (await import("./quote.page")).QuotePage })),
      },
    ],
  },
];
