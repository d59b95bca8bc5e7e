import type { RouteObject } from "react-router";
import { loadScreen } from "../../lib/reload-guard";

const list = () => loadScreen(async () => ({ Component: (await import("./channels.page")).ChannelsPage }));
const welcome = () => loadScreen(async () => ({ Component: (await import("./welcome.page")).WelcomePage }));
const create = () => loadScreen(async () => ({ Component: (await import("./create-channel.page")).CreateChannelPage }));

export const homeRoutes: RouteObject[] = [
  { index: true, lazy: list },
  { path: "/channels", lazy: list },
  { path: "/welcome", lazy: welcome },
  { path: "/create-channel", lazy: create },
];
