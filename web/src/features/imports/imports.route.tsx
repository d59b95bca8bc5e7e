import type { RouteObject } from "react-router";
import { loadScreen } from "../../lib/reload-guard";

/** Below the commands, whose list leads here; no command has such an id. */
export const importRoutes: RouteObject[] = [
  {
    path: "chat-commands/import",
    lazy: () => loadScreen(async () => ({ Component: (await import("./import.page")).ImportPage })),
  },
];
