import type { RouteObject } from "react-router";
import { lazyScreen } from "../../../lib/reload-guard";

export const quickActionsPopoutRoutes: RouteObject[] = [
  {
    path: "/popout/channels/:channelId/quick-actions",
    lazy: lazyScreen(() => import("./quick-actions-popout.page"), "QuickActionsPopoutPage"),
  },
];
