import type { RouteObject } from "react-router";
import { lazyScreen } from "../../lib/reload-guard";

export const webhookRoutes: RouteObject[] = [
  // One route, so that the list stays mounted behind the deliveries of a webhook.
  { path: "settings/webhooks/:webhookId?", lazy: lazyScreen(() => import("./webhooks.page"), "WebhooksPage") },
];
