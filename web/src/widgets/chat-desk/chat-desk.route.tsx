import type { RouteObject } from "react-router";
import { loadScreen } from "../../lib/reload-guard";

export const chatRoutes: RouteObject[] = [
  {
    path: "chat",
    lazy: () => loadScreen(async () => ({ Component: (await import("./chat-desk.page")).ChatDeskPage })),
  },
];
