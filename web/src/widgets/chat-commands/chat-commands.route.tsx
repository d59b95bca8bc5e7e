import type { RouteObject } from "react-router";
import { loadScreen } from "../../lib/reload-guard";

/** The editor is a child route, so that the list stays mounted. */
export const commandRoutes: RouteObject[] = [
  {
    path: "chat-commands",
    lazy: () => loadScreen(async () => ({ Component: (await import("./chat-commands.page")).ChatCommandsPage })),
    children: [
      {
        path: ":commandId",
        lazy: () =>
          loadScreen(async () => ({ Component: (await import("../../features/commands/command.page")).CommandPage })),
      },
    ],
  },
];
