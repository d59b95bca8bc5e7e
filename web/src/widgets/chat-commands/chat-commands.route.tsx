import type { RouteObject } from "react-router";
import { loadScreen } from "../../lib/reload-guard";

/** The list stays where it is while its editors come and go beside it. */
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
