import { useMutation } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { inviteAt } from "../../lib/auth/invite-token";
import { saveSignInNext } from "../../lib/auth/sign-in-next";

interface SignIn {
  provider: string;
  next: string;
}

/** Redirects to the platform's consent page; the sign-in page shows errors. */
export function useStartSignIn() {
  return useMutation({
    mutationFn: async ({ provider, next }: SignIn) => {
      const { url } = await unwrap(
        api.GET("/api/2/{provider}/sign-in-url", { params: { path: { provider }, ...invitedParams(next) } }),
      );
      saveSignInNext(next);
      // Replaces the history entry: Back must not lead into a running sign-in.
      window.location.replace(url);
      // Never resolves: the button stays busy until the page is left.
      return new Promise<never>(() => {});
    },
    meta: { quiet: true },
  });
}

/** Parameters of a sign-in, with the invitation if `next` is the link of one. */
function invitedParams(next: string) {
  const invite = inviteAt(next);
  if (!invite) return { query: { next } };
  return { query: { next, invite_id: invite.id }, header: { "X-Invite-Token": invite.token } };
}
