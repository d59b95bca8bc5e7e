import type { RouteObject } from "react-router";
import { lazyScreen } from "../../lib/reload-guard";

export const noticeRoutes: RouteObject[] = [
  {
    path: "notices",
    lazy: lazyScreen(() => import("./notices.page"), "NoticesPage"),
  },
];
