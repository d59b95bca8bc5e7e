import type { RouteObject } from "react-router";
import { lazyScreen } from "../../lib/reload-guard";

/** Editors are child routes, so that the list stays mounted; the screen of one giveaway replaces the list. */
export const giveawayRoutes: RouteObject[] = [
  {
    path: "giveaways",
    lazy: lazyScreen(() => import("./giveaways.page"), "GiveawaysPage"),
    children: [
      { path: "new", lazy: lazyScreen(() => import("./giveaway-editor.page"), "GiveawayEditorPage") },
      { path: ":giveawayId/edit", lazy: lazyScreen(() => import("./giveaway-editor.page"), "GiveawayEditorPage") },
    ],
  },
  { path: "giveaways/:giveawayId", lazy: lazyScreen(() => import("./giveaway.page"), "GiveawayPage") },
];

export const giveawayPopoutRoutes: RouteObject[] = [
  {
    path: "/popout/channels/:channelId/giveaways/:giveawayId",
    lazy: lazyScreen(() => import("./giveaway-popout.page"), "GiveawayPopoutPage"),
  },
];

/** Pages that need no sign-in. */
export const publicGiveawayRoutes: RouteObject[] = [
  {
    path: "/c/:channelId/giveaways/:giveawayId",
    lazy: lazyScreen(() => import("./public/public-giveaway.page"), "PublicGiveawayPage"),
  },
];
