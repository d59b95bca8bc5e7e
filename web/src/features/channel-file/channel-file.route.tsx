import type { RouteObject } from "react-router";
import { lazyScreen } from "../../lib/reload-guard";

export const channelFileRoutes: RouteObject[] = [
  {
    path: "settings/file",
    lazy: lazyScreen(() => import("./channel-file.page"), "ChannelFilePage"),
  },
];
