import type { RouteObject } from "react-router";
import { loadScreen } from "../../lib/reload-guard";

export const adminUserRoutes: RouteObject[] = [
  {
    path: "people",
    lazy: () => loadScreen(async () => ({ Component: (await import("./admin-users.page")).AdminUsersPage })),
  },
];
