import { Navigate, type RouteObject } from "react-router";
import { loadScreen } from "../../lib/reload-guard";

/** The only settings page so far, so /settings redirects to it. */
export const channelFileRoutes: RouteObject[] = [
  { path: "settings", element: <Navigate to="file" replace /> },
  {
    path: "settings/file",
    lazy: () => loadScreen(async () => ({ Component: (await import("./channel-file.page")).ChannelFilePage })),
  },
];
