import type { RouteObject } from "react-router";
import { loadScreen } from "../../lib/reload-guard";

export const viewerRoutes: RouteObject[] = [
  {
    path: "/popout/channels/:channelId/viewers/:provider/:providerViewerId",
    lazy: () => loadScreen(async () => ({ Component: (await import("./viewer.page")).ViewerPage })),
  },
];
