import type { RouteObject } from "react-router";
import { lazyScreen } from "../../lib/reload-guard";

export const oauthRoutes: RouteObject[] = [
  {
    path: "/oauth/:provider",
    lazy: lazyScreen(() => import("./oauth.page"), "OAuthPage"),
  },
];
