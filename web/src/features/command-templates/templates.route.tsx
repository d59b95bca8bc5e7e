import type { RouteObject } from "react-router";
import { loadScreen } from "../../lib/reload-guard";

/** The editor is a child route, so that the list stays mounted. */
export const templateRoutes: RouteObject[] = [
  {
    path: "command-templates",
    lazy: () => loadScreen(async () => ({ Component: (await import("./templates.page")).TemplatesPage })),
    children: [
      {
        path: ":commandTemplateId",
        lazy: () => loadScreen(async () => ({ Component: (await import("./template.page")).TemplatePage })),
      },
    ],
  },
];
