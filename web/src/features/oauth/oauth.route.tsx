import type { RouteObject } from "react-router";
import { loadScreen } from "../../lib/reload-guard";

export const oauthRoutes: RouteObject[] = [
  {
    path: "/oauth/:provider",
    lazy: () => loadScreen(async () => ({ Component: (await import("./oauth.page")).OAuthPage })),
  },
];
