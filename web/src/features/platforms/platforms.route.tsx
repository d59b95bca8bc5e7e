import type { RouteObject } from "react-router";
import { loadScreen } from "../../lib/reload-guard";

export const platformRoutes: RouteObject[] = [
  {
    path: "providers",
    lazy: () => loadScreen(async () => ({ Component: (await import("./platforms.page")).PlatformsPage })),
  },
  {
    path: "providers/:channelProviderId",
    lazy: () => loadScreen(async () => ({ Component: (await import("./platform.page")).PlatformPage })),
  },
  {
    path: "register/:provider",
    lazy: () => loadScreen(async () => ({ Component: (await import("./register.page")).RegisterPage })),
  },
];
