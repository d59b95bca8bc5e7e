import { isPublicPath } from "./public-paths";
import { clearToken, getToken } from "./token";

let isLeaving = false;

/** Called first by sign-out and account deletion, so that a socket that loses its session does not redirect too. */
export function claimRedirect(): void {
  isLeaving = true;
}

/** Called when the sign-out or deletion failed. */
export function releaseRedirect(): void {
  isLeaving = false;
}

/** What to do after a refused token; another tab may have stored a new one, which must stay. */
export function actionAfterRefusal(
  refused: string | null,
  stored: string | null,
  pathname: string,
): "stay" | "reload" | "sign-in" {
  if (isPublicPath(pathname)) return "stay";
  return stored === null || stored === refused ? "sign-in" : "reload";
}

/** Redirects if needed; true if the page is being left, so that the caller shows nothing more. */
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
