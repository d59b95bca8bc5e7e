import type { RouteObject } from "react-router";
import { lazyScreen } from "../../lib/reload-guard";

/** Routes of the public pages, which need no sign-in. */
export const publicPageRoutes: RouteObject[] = [
  {
    path: "/c/:channelId/commands",
    lazy: lazyScreen(() => import("./public-commands.page"), "PublicCommandsPage"),
  },
  {
    path: "/c/:channelId/quotes",
    lazy: lazyScreen(() => import("./public-quotes.page"), "PublicQuotesPage"),
  },
  {
    path: "/c/:channelId/leaderboard",
    lazy: lazyScreen(() => import("./public-leaderboard.page"), "PublicLeaderboardPage"),
  },
  {
    path: "/c/:channelId/queues",
    lazy: lazyScreen(() => import("./public-queues.page"), "PublicQueuesPage"),
  },
  {
    path: "/c/:channelId/queues/:queueId",
    lazy: lazyScreen(() => import("./public-queue.page"), "PublicQueuePage"),
  },
];
