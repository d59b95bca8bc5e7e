import type { RouteObject } from "react-router";
import { lazyScreen } from "../../lib/reload-guard";

/** No sign-in needed. */
export const watchRoutes: RouteObject[] = [
  {
    path: "/watch/:provider/:providerChannelName",
    lazy: lazyScreen(() => import("./watch-screen.page"), "WatchScreenPage"),
  },
];
