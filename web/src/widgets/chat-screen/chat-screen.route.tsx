import type { RouteObject } from "react-router";
import { loadScreen } from "../../lib/reload-guard";

/** No sign-in needed. */
export const chatPopoutRoutes: RouteObject[] = [
  {
    path: "/popout/channels/:channelId/chat",
    lazy: () => loadScreen(async () => ({ Component: (await import("./chat-popout.page")).ChatPopoutPage })),
  },
];

export const chatRoutes: RouteObject[] = [
  {
    path: "chat",
    lazy: () => loadScreen(async () => ({ Component: (await import("./chat-screen.page")).ChatScreenPage })),
  },
];
