import type { RouteObject } from "react-router";
import { lazyScreen } from "../../lib/reload-guard";

/** Routes of the timers; the editor is a child, so that the list stays mounted. */
export const timerRoutes: RouteObject[] = [
  {
    path: "chat-timers",
    lazy: lazyScreen(() => import("./timers.page"), "TimersPage"),
    children: [
      {
        path: ":timerId",
        lazy: lazyScreen(() => import("./timer.page"), "TimerPage"),
      },
    ],
  },
];
