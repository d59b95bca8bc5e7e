import type { RouteObject } from "react-router";
import { loadScreen } from "../../lib/reload-guard";

/** The editor is a child route, so that the list stays mounted. */
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
