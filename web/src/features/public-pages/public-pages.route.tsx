import type { RouteObject } from "react-router";
import { loadScreen } from "../../lib/reload-guard";

/** No sign-in needed. */
export const publicPageRoutes: RouteObject[] = [
  {
    path: "/c/:channelId/commands",
    lazy: () => loadScreen(async () => ({ Component: (await import("./public-commands.page")).PublicCommandsPage })),
  },
  {
    path: "/c/:channelId/quotes",
    lazy: () => loadScreen(async () => ({ Component: (await import("./public-quotes.page")).PublicQuotesPage })),
  },
];
