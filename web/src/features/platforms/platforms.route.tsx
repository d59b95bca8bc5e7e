import type { RouteObject } from "react-router";
import { lazyScreen } from "../../lib/reload-guard";

export const platformRoutes: RouteObject[] = [
  {
    path: "providers",
    lazy: lazyScreen(() => import("./platforms.page"), "PlatformsPage"),
  },
  {
    path: "providers/announcements",
    lazy: lazyScreen(() => import("./announcements/announcements.page"), "AnnouncementsPage"),
  },
  {
    path: "providers/song-requests",
    lazy: lazyScreen(() => import("./song-requests/song-requests.page"), "SongRequestsPage"),
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
