import type { RouteObject } from "react-router";
import { lazyScreen } from "../../lib/reload-guard";

export const gameRoutes: RouteObject[] = [
  {
    path: "gambling/roulette-settings",
    lazy: lazyScreen(() => import("./roulette/roulette.page"), "RoulettePage"),
  },
  {
    path: "gambling/slots-settings",
    lazy: lazyScreen(() => import("./slots/slots.page"), "SlotsPage"),
  },
];
