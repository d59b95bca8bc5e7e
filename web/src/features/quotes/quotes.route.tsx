import type { RouteObject } from "react-router";
import { lazyScreen } from "../../lib/reload-guard";

/** Routes of the quotes; the editor is a child, so that the list stays mounted. */
export const quoteRoutes: RouteObject[] = [
  {
    path: "quotes",
    lazy: lazyScreen(() => import("./quotes.page"), "QuotesPage"),
    children: [
      {
        path: ":channelQuoteId",
        lazy: lazyScreen(() => import("./quote.page"), "QuotePage"),
      },
    ],
  },
];
