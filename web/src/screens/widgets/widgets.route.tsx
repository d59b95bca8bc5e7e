import type { RouteObject } from "react-router";
import { lazyScreen } from "../../lib/reload-guard";

export const widgetRoutes: RouteObject[] = [
  { path: "widgets", lazy: lazyScreen(() => import("../../features/widgets/widgets.page"), "WidgetsPage") },
  { path: "widgets/:widgetId", lazy: lazyScreen(() => import("./widget-screen"), "WidgetScreen") },
];
