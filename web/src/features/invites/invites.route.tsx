import type { RouteObject } from "react-router";
import { loadScreen } from "../../lib/reload-guard";
import { keepInviteToken } from "./invite-token";

export const inviteRoutes: RouteObject[] = [
  {
    path: "/channel-invite/:channelUserInviteId",
    // Before anything else looks at the address: the way through sign-in does not carry what stands after "#".
    loader: ({ params }) => {
      keepInviteToken(params["channelUserInviteId"] ?? "", window.location.hash);
      return null;
    },
    lazy: () => loadScreen(async () => ({ Component: (await import("./invite.page")).InvitePage })),
  },
];
