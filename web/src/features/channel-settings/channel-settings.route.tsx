import type { RouteObject } from "react-router";
import { lazyScreen } from "../../lib/reload-guard";

export const channelSettingsRoutes: RouteObject[] = [
  { path: "settings", lazy: lazyScreen(() => import("./general.page"), "GeneralSettingsPage") },
  { path: "settings/viewer-data", lazy: lazyScreen(() => import("./viewer-data.page"), "ViewerDataPage") },
  { path: "settings/danger-zone", lazy: lazyScreen(() => import("./danger-zone.page"), "DangerZonePage") },
];

/** The page of running deletions; its path names no channel: a channel that is being deleted cannot be opened. */
export const channelDeletionRoutes: RouteObject[] = [
  { path: "/channel-deletions", lazy: lazyScreen(() => import("./deletions.page"), "DeletionsPage") },
];
