import type { RouteObject } from "react-router";
import { lazyScreen } from "../../lib/reload-guard";

export const watchGuideRoutes: RouteObject[] = [
  {
    path: "watch-guide",
    lazy: lazyScreen(() => import("./watch-guide.page"), "WatchGuidePage"),
  },
];
