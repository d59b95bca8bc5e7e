import { createBrowserRouter, type RouteObject } from "react-router";
import { adminChannelRoutes } from "../features/admin-channels/admin-channels.route";
import { homeRoutes } from "../features/channels/channels.route";
import { publicChatRoutes } from "../features/chat/chat.route";
import { connectedRoutes } from "../features/connected/connected.route";
import { filterRoutes } from "../features/filters/filters.route";
import { inviteRoutes } from "../features/invites/invites.route";
import { oauthRoutes } from "../features/oauth/oauth.route";
import { platformRoutes } from "../features/platforms/platforms.route";
import { signInRoutes } from "../features/sign-in/sign-in.route";
import { systemBotRoutes } from "../features/system-bots/system-bots.route";
import { viewerRoutes } from "../features/viewers/viewers.route";
import { loadScreen } from "../lib/reload-guard";
import { chatRoutes } from "../widgets/chat-desk/chat-desk.route";
import { Blank } from "./blank";
import { channelIndex } from "./channel-index";
import { ErrorInShell, ErrorPage } from "./error-page";
import { Root } from "./root";

const home: RouteObject = {
  lazy: () => loadScreen(async () => ({ Component: (await import("./home-shell")).HomeShell })),
  children: [{ ErrorBoundary: ErrorInShell, children: [...homeRoutes, ...inviteRoutes] }],
};

const channel: RouteObject = {
  path: "/channels/:channelId",
  lazy: () => loadScreen(async () => ({ Component: (await import("./channel-shell")).ChannelShell })),
  children: [
    { ErrorBoundary: ErrorInShell, children: [channelIndex, ...platformRoutes, ...chatRoutes, ...filterRoutes] },
  ],
};

const admin: RouteObject = {
  path: "/admin",
  lazy: () => loadScreen(async () => ({ Component: (await import("./admin-shell")).AdminShell })),
  children: [{ ErrorBoundary: ErrorInShell, children: [...adminChannelRoutes, ...systemBotRoutes] }],
};

const signedIn: RouteObject = {
  lazy: () => loadScreen(async () => ({ Component: (await import("./signed-in")).SignedIn })),
  children: [...connectedRoutes, ...viewerRoutes, home, channel, admin],
};

const notFound: RouteObject = {
  path: "*",
  lazy: () => loadScreen(async () => ({ Component: (await import("./not-found.page")).NotFoundPage })),
};

const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: ErrorPage,
    HydrateFallback: Blank,
    children: [...signInRoutes, ...oauthRoutes, ...publicChatRoutes, signedIn, notFound],
  },
];

export function createRouter() {
  return createBrowserRouter(routes);
}
