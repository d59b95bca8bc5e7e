import type { RouteObject } from "react-router";
import { loadScreen } from "../../lib/reload-guard";

export const systemBotRoutes: RouteObject[] = [
  {
    path: "system-provider-bots",
    lazy: () => loadScreen(async () => ({ Component: (await import("./system-bots.page")).SystemBotsPage })),
  },
  {
    path: "system-provider-bots/:provider",
    lazy: () => loadScreen(async () => ({ Component: (await import("./system-bot.page")).SystemBotPage })),
  },
];
