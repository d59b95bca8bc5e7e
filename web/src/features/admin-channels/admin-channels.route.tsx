import type { RouteObject } from "react-router";
import { loadScreen } from "../../lib/reload-guard";

const lazy = () => loadScreen(async () => ({ Component: (await import("./admin-channels.page")).AdminChannelsPage }));

export const adminChannelRoutes: RouteObject[] = [
  { index: true, lazy },
  { path: "channels", lazy },
];
