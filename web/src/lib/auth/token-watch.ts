import { isPublicPath } from "./public-paths";
import { redirectToSignIn } from "./sign-in-redirect";
import { getToken, TOKEN_KEY } from "./token";

type TokenEvent = Pick<StorageEvent, "key" | "newValue">;

/** What a page does when another tab signs out or signs somebody else in. */
export function afterTokenChange({ key, newValue }: TokenEvent, pathname: string): "stay" | "reload" | "sign-in" {
  // A null key is a storage that was emptied as a whole.
  if (key !== null && key !== TOKEN_KEY) return "stay";
  if (newValue === null) return isPublicPath(pathname) ? "stay" : "sign-in";
  // An answer of a platform is good for one use: the page that hands it over finishes by itself.
  // Whoever watches a stream shall not lose the player, and all that is shown beside it is for everybody.
  return /^\/(oauth|watch)\//.test(pathname) ? "stay" : "reload";
}

/** Two people in two tabs of one browser: a page must never go on with the token of somebody else. */
export function watchToken(): void {
  window.addEventListener("storage", (event) => {
    const step = afterTokenChange(event, window.location.pathname);
    if (step === "reload") window.location.reload();
    else if (step === "sign-in") redirectToSignIn(getToken());
  });
}
