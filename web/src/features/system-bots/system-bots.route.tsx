import type { RouteObject } from "react-router";
import { lazyScreen } from "../../lib/reload-guard";

export const systemBotRoutes: RouteObject[] = [
  {
    path: "system-provider-bots",
    lazy: lazyScreen(() => import("./system-bots.page"), "SystemBotsPage"),
  },
  {
    path: "system-provider-bots/:provider",
    lazy: lazyScreen(() => import("./system-bot.page"), "SystemBotPage"),
  },
];
