import type { RouteObject } from "react-router";
import { lazyScreen } from "../../lib/reload-guard";

const list = lazyScreen(() => import("./channels.page"), "ChannelsPage");
const welcome = lazyScreen(() => import("./welcome.page"), "WelcomePage");
const create = lazyScreen(() => import("./create-channel.page"), "CreateChannelPage");

export const homeRoutes: RouteObject[] = [
  { index: true, lazy: list },
  { path: "/channels", lazy: list },
  { path: "/welcome", lazy: welcome },
  { path: "/create-channel", lazy: create },
];
