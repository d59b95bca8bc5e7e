import type { RouteObject } from "react-router";
import { lazyScreen } from "../../lib/reload-guard";

/** Routes of the queues; the editors are children, so that the screens behind them stay mounted. */
export const queueRoutes: RouteObject[] = [
  {
    path: "queues",
    lazy: lazyScreen(() => import("./queues.page"), "QueuesPage"),
    children: [{ path: "new", lazy: lazyScreen(() => import("./editor.page"), "NewQueuePage") }],
  },
  {
    path: "queues/:queueId",
    lazy: lazyScreen(() => import("./queue.page"), "QueuePage"),
    children: [{ path: "edit", lazy: lazyScreen(() => import("./editor.page"), "EditQueuePage") }],
  },
];

export const queuePopoutRoutes: RouteObject[] = [
  {
    path: "/popout/channels/:channelId/queues/:queueId",
    lazy: lazyScreen(() => import("./queue-popout.page"), "QueuePopoutPage"),
  },
];
