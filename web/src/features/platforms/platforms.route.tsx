import type { RouteObject } from "react-router";
import { lazyScreen } from "../../lib/reload-guard";

export const platformRoutes: RouteObject[] = [
  {
    path: "providers",
    lazy: lazyScreen(() => import("./platforms.page"), "PlatformsPage"),
  },
  {
    path: "providers/:channelProviderId",
    lazy: lazyScreen(() => import("./platform.page"), "PlatformPage"),
  },
  {
    path: "register/:provider",
    lazy: lazyScreen(() => import("./register.page"), "RegisterPage"),
  },
];
