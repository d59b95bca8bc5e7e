import type { RouteObject } from "react-router";
import { loadScreen } from "../../lib/reload-guard";

/** Its path is below that of the command list; "import" is never a command id. */
export const importRoutes: RouteObject[] = [
  {
    path: "chat-commands/import",
    lazy: () => loadScreen(async () => ({ Component: (await import("./import.page")).ImportPage })),
  },
];
