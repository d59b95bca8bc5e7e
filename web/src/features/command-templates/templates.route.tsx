import type { RouteObject } from "react-router";
import { loadScreen } from "../../lib/reload-guard";

/** The list stays where it is while its editors come and go beside it. */
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
