import type { RouteObject } from "react-router";
import { lazyScreen } from "../../lib/reload-guard";

export const adminUserRoutes: RouteObject[] = [
  {
    path: "people",
    lazy: lazyScreen(() => import("./admin-users.page"), "AdminUsersPage"),
  },
];
