import type { RouteObject } from "react-router";
import { lazyScreen } from "../../lib/reload-guard";

export const statsRoutes: RouteObject[] = [
  { path: "stats", lazy: lazyScreen(() => import("./stats.page"), "StatsPage") },
];
