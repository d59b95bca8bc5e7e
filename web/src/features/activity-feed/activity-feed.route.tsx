import type { RouteObject } from "react-router";
import { lazyScreen } from "../../lib/reload-guard";

const screen: RouteObject = {
  lazy: lazyScreen(() => import("./activity-feed.page"), "ActivityFeedPage"),
};

export const activityFeedRoutes: RouteObject[] = [{ path: "activity-feed", ...screen }];

export const activityPopoutRoutes: RouteObject[] = [{ path: "/popout/channels/:channelId/activity-feed", ...screen }];
