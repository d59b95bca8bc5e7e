import { isPublicPath } from "./public-paths";
import { redirectToSignIn } from "./sign-in-redirect";
import { getToken, TOKEN_KEY } from "./token";

type TokenEvent = Pick<StorageEvent, "key" | "newValue">;

/** What a page does when another tab signs out or in as another user. */
export function afterTokenChange({ key, newValue }: TokenEvent, pathname: string): "stay" | "reload" | "sign-in" {
  // A null key means that the storage was cleared.
  if (key !== null && key !== TOKEN_KEY) return "stay";
  if (newValue === null) return isPublicPath(pathname) ? "stay" : "sign-in";
  // An OAuth response can be used only once: its page must not be interrupted.
  // A reload of the watch page would restart the player, and everything else on it is public.
  return /^\/(oauth|watch)\//.test(pathname) ? "stay" : "reload";
}

/** Reloads or redirects when another tab changes the token: a page must not continue with another user's token. */
export function watchToken(): void {
  window.addEventListener("storage", (event) => {
    const reaction = afterTokenChange(event, window.location.pathname);
    if (reaction === "reload") window.location.reload();
    else if (reaction === "sign-in") redirectToSignIn(getToken());
  });
}
