import type { RouteObject } from "react-router";
import { loadScreen } from "../../lib/reload-guard";

/** No sign-in needed. */
export const watchRoutes: RouteObject[] = [
  {
    path: "/watch/:provider/:providerChannelName",
    lazy: () => loadScreen(async () => ({ Component: (await import("./watch-screen.page")).WatchScreenPage })),
  },
];
