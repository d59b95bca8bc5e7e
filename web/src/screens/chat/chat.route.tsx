import type { RouteObject } from "react-router";
import { lazyScreen } from "../../lib/reload-guard";

/** Route of the chat popout, which needs no sign-in. */
export const chatPopoutRoutes: RouteObject[] = [
  {
    path: "/popout/channels/:channelId/chat",
    lazy: lazyScreen(() => import("./chat-popout.page"), "ChatPopoutPage"),
  },
];

export const chatRoutes: RouteObject[] = [
  {
    path: "chat",
    lazy: lazyScreen(() => import("./chat-screen.page"), "ChatScreenPage"),
  },
];
