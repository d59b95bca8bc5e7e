import { isPublicPath } from "./public-paths";
import { clearToken, getToken } from "./token";

let isLeaving = false;

/** Called when a sign-out or account deletion begins, so that a socket that loses its session does not redirect too. */
export function claimRedirect(): void {
  isLeaving = true;
}

/** Called when the sign-out or deletion failed. */
export function releaseRedirect(): void {
  isLeaving = false;
}

/** What to do after the server refused a token; a new token that another tab has stored must stay. */
export function actionAfterRefusal(
  refused: string | null,
  stored: string | null,
  pathname: string,
): "stay" | "reload" | "sign-in" {
  if (isPublicPath(pathname)) return "stay";
  return stored === null || stored === refused ? "sign-in" : "reload";
}

/** Clears a refused token and redirects or reloads; true if the page is left, so that the caller shows nothing more. */
export function redirectToSignIn(refused: string | null, target: Location = window.location): boolean {
  if (isLeaving) return true;
  const action = actionAfterRefusal(refused, getToken(), target.pathname);
  if (getToken() === refused) clearToken();
  if (action === "stay") return false;
  isLeaving = true;
  if (action === "reload") target.reload();
  else target.replace(signInPath(target));
  return true;
}

export function signInPath({ pathname, search }: Pick<Location, "pathname" | "search">): string {
  return pathname === "/" ? "/sign-in" : signInPathTo(pathname + search);
}

export function signInPathTo(next: string): string {
  return next === "/" ? "/sign-in" : `/sign-in?next=${encodeURIComponent(next)}`;
}
