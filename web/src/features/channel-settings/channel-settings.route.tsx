import type { RouteObject } from "react-router";
import { lazyScreen } from "../../lib/reload-guard";

export const channelSettingsRoutes: RouteObject[] = [
  { path: "settings", lazy: lazyScreen(() => import("./general.page"), "GeneralSettingsPage") },
  { path: "settings/viewer-data", lazy: lazyScreen(() => import("./viewer-data.page"), "ViewerDataPage") },
  { path: "settings/danger-zone", lazy: lazyScreen(() => import("./danger-zone.page"), "DangerZonePage") },
];

/** Not below the channel's path, because the channel is closed once its deletion has started. */
export const channelDeletionRoutes: RouteObject[] = [
  { path: "/channel-deletions", lazy: lazyScreen(() => import("./deletions.page"), "DeletionsPage") },
];
