import type { RouteObject } from "react-router";
import { loadScreen } from "../../lib/reload-guard";

/** The list stays where it is while its editors come and go beside it. */
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
