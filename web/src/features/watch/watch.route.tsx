import type { RouteObject } from "react-router";
import { loadScreen } from "../../lib/reload-guard";

export const watchGuideRoutes: RouteObject[] = [
  {
    path: "watch-guide",
    lazy: () => loadScreen(async () => ({ Component: (await import("./watch-guide.page")).WatchGuidePage })),
  },
];
