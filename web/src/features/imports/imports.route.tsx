import type { RouteObject } from "react-router";
import { lazyScreen } from "../../lib/reload-guard";

/** Route of the import screen, below the command list; "import" is never the id of a command. */
export const importRoutes: RouteObject[] = [
  {
    path: "chat-commands/import",
    lazy: lazyScreen(() => import("./import.page"), "ImportPage"),
  },
];
