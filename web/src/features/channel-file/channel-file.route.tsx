import { Navigate, type RouteObject } from "react-router";
import { loadScreen } from "../../lib/reload-guard";

/** The first part of the channel's settings; it is what opens until there are others. */
export const channelFileRoutes: RouteObject[] = [
  { path: "settings", element: <Navigate to="file" replace /> },
  {
    path: "settings/file",
    lazy: () => loadScreen(async () => ({ Component: (await import("./channel-file.page")).ChannelFilePage })),
  },
];
