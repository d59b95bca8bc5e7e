import type { RouteObject } from "react-router";
import { loadScreen } from "../../lib/reload-guard";

/** For everybody, signed in or not. */
export const publicChatRoutes: RouteObject[] = [
  {
    path: "/popout/channels/:channelId/chat",
    lazy: () => loadScreen(async () => ({ Component: (await import("./public-chat.page")).PublicChatPage })),
  },
];
