import type { RouteObject } from "react-router";
import { lazyScreen } from "../../lib/reload-guard";

/** Its path is below that of the command list; "import" is never a command id. */
export const importRoutes: RouteObject[] = [
  {
    path: "chat-commands/import",
    lazy: lazyScreen(() => import("./import.page"), "ImportPage"),
  },
];
