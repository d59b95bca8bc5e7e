import type { RouteObject } from "react-router";
import { lazyScreen } from "../../lib/reload-guard";

/** The path is below the path of the command list; "import" is never a command id. */
export const importRoutes: RouteObject[] = [
  {
    path: "chat-commands/import",
    lazy: lazyScreen(() => import("./import.page"), "ImportPage"),
  },
];
