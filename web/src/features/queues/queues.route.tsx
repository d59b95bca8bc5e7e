import type { RouteObject } from "react-router";
import { lazyScreen } from "../../lib/reload-guard";

const loadModule = () => import("./queue-list");
const loadList = async () => (await loadModule()).queueList;

/** Routes of the queues; the editors are children, so that the screens behind them stay mounted. */
export const queueRoutes: RouteObject[] = [
  {
    path: "queues",
    lazy: lazyScreen(loadList, "ListPage"),
    children: [{ path: "new", lazy: lazyScreen(loadModule, "NewQueuePage") }],
  },
  {
    path: "queues/:itemId",
    lazy: lazyScreen(() => import("./queue.page"), "QueuePage"),
    children: [{ path: "edit", lazy: lazyScreen(loadList, "EditorPage") }],
  },
];

export const queuePopoutRoutes: RouteObject[] = [
  {
    path: "/popout/channels/:channelId/queues/:queueId",
    lazy: lazyScreen(() => import("./queue-popout.page"), "QueuePopoutPage"),
  },
];
