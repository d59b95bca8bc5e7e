import type { RouteObject } from "react-router";
import { lazyScreen } from "../../lib/reload-guard";

/** Routes of the commands; the editor is a child route, so that the list stays mounted. */
export const commandRoutes: RouteObject[] = [
  {
    path: "chat-commands",
    lazy: lazyScreen(() => import("./chat-commands.page"), "ChatCommandsPage"),
    children: [
      {
        path: ":commandId",
        lazy: lazyScreen(() => import("../../features/commands/command.page"), "CommandPage"),
      },
    ],
  },
];
