import { type RouteObject, redirect } from "react-router";
import { lazyScreen } from "../../lib/reload-guard";

/** The only settings page so far, so /settings redirects to it. */
export const channelFileRoutes: RouteObject[] = [
  {
    path: "settings",
    element: null,
    loader: ({ params }) => redirect(`/channels/${params["channelId"]}/settings/file`),
  },
  {
    path: "settings/file",
    lazy: lazyScreen(() => import("./channel-file.page"), "ChannelFilePage"),
  },
];
