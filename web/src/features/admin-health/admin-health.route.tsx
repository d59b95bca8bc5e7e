import type { RouteObject } from "react-router";
import { lazyScreen } from "../../lib/reload-guard";

export const adminHealthRoutes: RouteObject[] = [
  {
    path: "health",
    lazy: lazyScreen(() => import("./admin-health.page"), "AdminHealthPage"),
  },
];
