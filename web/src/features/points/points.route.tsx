import type { RouteObject } from "react-router";
import { lazyScreen } from "../../lib/reload-guard";

/** Routes of the points screen; a viewer's history is a child, so that the settings stay mounted. */
export const pointRoutes: RouteObject[] = [
  {
    path: "gambling/point-settings",
    lazy: lazyScreen(() => import("./point-settings.page"), "PointSettingsPage"),
    children: [
      {
        path: ":provider/:viewerId",
        lazy: lazyScreen(() => import("./viewer/viewer-points.page"), "ViewerPointsPage"),
      },
    ],
  },
];
