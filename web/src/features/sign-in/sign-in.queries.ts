import { useMutation } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { saveSignInNext } from "../../lib/auth/sign-in-next";

interface SignIn {
  provider: string;
  next: string;
}

/** Asks for the platform's consent page and goes there; the page shows a failure itself. */
export function useStartSignIn() {
  return useMutation({
    mutationFn: async ({ provider, next }: SignIn) => {
      const params = { path: { provider }, query: { next } };
      const { url } = await unwrap(api.GET("/api/2/{provider}/sign-in-url", { params }));
      saveSignInNext(next);
      // In place of this page: going back from the other side of a sign-in must not lead into the middle of one.
      window.location.replace(url);
      // The button stays busy until the browser has left.
      return new Promise<never>(() => {});
    },
    meta: { quiet: true },
  });
}
