import type { RouteObject } from "react-router";
import { lazyScreen } from "../../lib/reload-guard";

export const viewerRoutes: RouteObject[] = [
  {
    path: "/popout/channels/:channelId/viewers/:provider/:providerViewerId",
    lazy: lazyScreen(() => import("./viewer.page"), "ViewerPage"),
  },
];
