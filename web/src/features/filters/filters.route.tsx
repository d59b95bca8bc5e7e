import type { RouteObject } from "react-router";
import { loadScreen } from "../../lib/reload-guard";

/** The list stays where it is while its editors come and go beside it. */
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
