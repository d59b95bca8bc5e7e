import type { RouteObject } from "react-router";
import { lazyScreen } from "../../lib/reload-guard";

/** The editor is a child route, so that the list stays mounted. */
export const templateRoutes: RouteObject[] = [
  {
    path: "command-templates",
    lazy: lazyScreen(() => import("./templates.page"), "TemplatesPage"),
    children: [
      {
        path: ":commandTemplateId",
        lazy: lazyScreen(() => import("./template.page"), "TemplatePage"),
      },
    ],
  },
];
