import type { RouteObject } from "react-router";
import { lazyScreen } from "../../lib/reload-guard";

export const userAccessRoutes: RouteObject[] = [
  { path: "user-access", lazy: lazyScreen(() => import("./user-access.page"), "UserAccessPage") },
];
