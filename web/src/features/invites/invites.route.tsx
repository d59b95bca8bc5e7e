import type { RouteObject } from "react-router";
import { saveInviteToken } from "../../lib/auth/invite-token";
import { lazyScreen } from "../../lib/reload-guard";

export const inviteRoutes: RouteObject[] = [
  {
    path: "/channel-invite/:channelUserInviteId",
    // The token is stored here, because the redirect to sign-in drops the hash.
    loader: ({ params }) => {
      saveInviteToken(params["channelUserInviteId"] ?? "", window.location.hash);
      return null;
    },
    lazy: lazyScreen(() => import("./invite.page"), "InvitePage"),
  },
];
