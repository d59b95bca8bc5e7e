import type { RouteObject } from "react-router";
import { lazyScreen } from "../../lib/reload-guard";

/** The editor is a child route, so that the list stays mounted. */
export const filterRoutes: RouteObject[] = [
  {
    path: "chat-filters",
    lazy: lazyScreen(() => import("./filters.page"), "FiltersPage"),
    children: [
      {
        path: ":filterId",
        lazy: lazyScreen(() => import("./filter.page"), "FilterPage"),
      },
    ],
  },
];
