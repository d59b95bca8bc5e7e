import type { RouteObject } from "react-router";
import { loadScreen } from "../../lib/reload-guard";

/** The editor is a child route, so that the list stays mounted. */
export const filterRoutes: RouteObject[] = [
  {
    path: "chat-filters",
    lazy: () => loadScreen(async () => ({ Component: (await import("./filters.page")).FiltersPage })),
    children: [
      {
        path: ":filterId",
        lazy: () => loadScreen(async () => ({ Component: (await import("./filter.page")).FilterPage })),
      },
    ],
  },
];
