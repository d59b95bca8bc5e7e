import type { RouteObject } from "react-router";
import { lazyScreen } from "../../lib/reload-guard";

/** Route of the watch page, which needs no sign-in. */
export const watchRoutes: RouteObject[] = [
  {
    path: "/watch/:provider/:providerChannelName",
    lazy: lazyScreen(() => import("./watch-screen.page"), "WatchScreenPage"),
  },
];
