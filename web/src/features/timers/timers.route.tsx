import type { RouteObject } from "react-router";
import { loadScreen } from "../../lib/reload-guard";

/** The editor is a child route, so that the list stays mounted. */
export const timerRoutes: RouteObject[] = [
  {
    path: "chat-timers",
    lazy: () => loadScreen(async () => ({ Component: (await import("./timers.page")).TimersPage })),
    children: [
      {
        path: ":timerId",
        lazy: () => loadScreen(async () => ({ Component: (await import("./timer.page")).TimerPage })),
      },
    ],
  },
];
