import type { RouteObject } from "react-router";
import { lazyScreen } from "../../lib/reload-guard";

const lazy = lazyScreen(() => import("./admin-channels.page"), "AdminChannelsPage");

export const adminChannelRoutes: RouteObject[] = [
  { index: true, lazy },
  { path: "channels", lazy },
];
