import type { RouteObject } from "react-router";
import { loadScreen } from "../../lib/reload-guard";

/** For everybody, signed in or not. */
export const watchRoutes: RouteObject[] = [
  {
    path: "/watch/:provider/:providerChannelName",
    lazy: () => loadScreen(async () => ({ Component: (await import("./watch-screen.page")).WatchDeskPage })),
  },
];
