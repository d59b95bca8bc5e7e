import { createBrowserRouter, Outlet, type RouteObject, ScrollRestoration } from "react-router";
import { activityFeedRoutes, activityPopoutRoutes } from "../features/activity-feed/activity-feed.route";
import { adminChannelRoutes } from "../features/admin-channels/admin-channels.route";
import { adminHealthRoutes } from "../features/admin-health/admin-health.route";
import { adminUserRoutes } from "../features/admin-users/admin-users.route";
import { auditLogRoutes } from "../features/audit-log/audit-log.route";
import { channelFileRoutes } from "../features/channel-file/channel-file.route";
import { channelDeletionRoutes, channelSettingsRoutes } from "../features/channel-settings/channel-settings.route";
import { homeRoutes } from "../features/channels/channels.route";
import { templateRoutes } from "../features/command-templates/templates.route";
import { connectedRoutes } from "../features/connected/connected.route";
import { quickActionsPopoutRoutes } from "../features/dashboard/popout/quick-actions-popout.route";
import { filterRoutes } from "../features/filters/filters.route";
import { gameRoutes } from "../features/games/games.route";
import { giveawayPopoutRoutes, giveawayRoutes, publicGiveawayRoutes } from "../features/giveaways/giveaways.route";
import { importRoutes } from "../features/imports/imports.route";
import { inviteRoutes } from "../features/invites/invites.route";
import { noticeRoutes } from "../features/notices/notices.route";
import { oauthRoutes } from "../features/oauth/oauth.route";
import { platformRoutes } from "../features/platforms/platforms.route";
import { pointRoutes } from "../features/points/points.route";
import { publicPageRoutes } from "../features/public-pages/public-pages.route";
import { queuePopoutRoutes, queueRoutes } from "../features/queues/queues.route";
import { quoteRoutes } from "../features/quotes/quotes.route";
import { signInRoutes } from "../features/sign-in/sign-in.route";
import { statsRoutes } from "../features/stats/stats.route";
import { systemBotRoutes } from "../features/system-bots/system-bots.route";
import { timerRoutes } from "../features/timers/timers.route";
import { userAccessRoutes } from "../features/user-access/user-access.route";
import { viewerRoutes } from "../features/viewers/viewers.route";
import { watchGuideRoutes } from "../features/watch/watch.route";
import { webhookRoutes } from "../features/webhooks/webhooks.route";
import { lazyScreen } from "../lib/reload-guard";
import { chatPopoutRoutes, chatRoutes } from "../screens/chat/chat.route";
import { commandRoutes } from "../screens/commands/commands.route";
import { watchRoutes } from "../screens/watch/watch.route";
import { widgetRoutes } from "../screens/widgets/widgets.route";
import { BlankPage } from "../ui/page/blank-page";
import { ErrorInShell, ErrorPage } from "./errors/error-page";

const notFoundInShell: RouteObject = {
  path: "*",
  lazy: lazyScreen(() => import("./errors/not-found.page"), "NotFoundInShell"),
};

const home: RouteObject = {
  lazy: lazyScreen(() => import("./shell/home-shell"), "HomeShell"),
  children: [{ ErrorBoundary: ErrorInShell, children: [...homeRoutes, ...inviteRoutes, ...channelDeletionRoutes] }],
};

const channelIndex: RouteObject = {
  index: true,
  lazy: lazyScreen(() => import("./dashboard/dashboard.page"), "DashboardPage"),
};

const channel: RouteObject = {
  path: "/channels/:channelId",
  lazy: lazyScreen(() => import("./shell/channel-shell"), "ChannelShell"),
  children: [
    {
      ErrorBoundary: ErrorInShell,
      children: [
        channelIndex,
        ...platformRoutes,
        ...chatRoutes,
        ...activityFeedRoutes,
        ...statsRoutes,
        ...watchGuideRoutes,
        ...importRoutes,
        ...commandRoutes,
        ...timerRoutes,
        ...filterRoutes,
        ...channelSettingsRoutes,
        ...channelFileRoutes,
        ...webhookRoutes,
        ...auditLogRoutes,
        ...quoteRoutes,
        ...gameRoutes,
        ...pointRoutes,
        ...giveawayRoutes,
        ...queueRoutes,
        ...widgetRoutes,
        ...userAccessRoutes,
        notFoundInShell,
      ],
    },
  ],
};

const admin: RouteObject = {
  path: "/admin",
  lazy: lazyScreen(() => import("./shell/admin-shell"), "AdminShell"),
  children: [
    {
      ErrorBoundary: ErrorInShell,
      children: [
        ...adminChannelRoutes,
        ...systemBotRoutes,
        ...templateRoutes,
        ...adminUserRoutes,
        ...adminHealthRoutes,
        ...noticeRoutes,
        notFoundInShell,
      ],
    },
  ],
};

const signedIn: RouteObject = {
  lazy: lazyScreen(() => import("./shell/signed-in"), "SignedIn"),
  children: [
    ...connectedRoutes,
    ...viewerRoutes,
    ...activityPopoutRoutes,
    ...quickActionsPopoutRoutes,
    ...giveawayPopoutRoutes,
    ...queuePopoutRoutes,
    home,
    channel,
    admin,
  ],
};

const notFound: RouteObject = {
  path: "*",
  lazy: lazyScreen(() => import("./errors/not-found.page"), "NotFoundPage"),
};

export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: ErrorPage,
    HydrateFallback: BlankPage,
    children: [
      ...signInRoutes,
      ...oauthRoutes,
      ...chatPopoutRoutes,
      ...publicPageRoutes,
      ...publicGiveawayRoutes,
      ...watchRoutes,
      signedIn,
      notFound,
    ],
  },
];

export function createRouter() {
  return createBrowserRouter(routes);
}

/** Root route: restores the scroll position on navigation. */
function Root() {
  return (
    <>
      <Outlet />
      <ScrollRestoration />
    </>
  );
}
