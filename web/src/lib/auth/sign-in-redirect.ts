import { isPublicPath } from "./public-paths";
import { clearToken, getToken } from "./token";

let isLeaving = false;

/** Prevents a second redirect to sign-in while a sign-out or an account deletion leaves the page. */
export function claimRedirect(): void {
  isLeaving = true;
}

/** Allows redirects to sign-in again after a sign-out or an account deletion failed. */
export function releaseRedirect(): void {
  isLeaving = false;
}

/** What a page does when its token was refused: public pages stay, others reload if another tab stored a new token. */
export function actionAfterRefusal(
  refused: string | null,
  stored: string | null,
  pathname: string,
): "stay" | "reload" | "sign-in" {
  if (isPublicPath(pathname)) return "stay";
  return stored === null || stored === refused ? "sign-in" : "reload";
}

/** Clears a refused token, and redirects or reloads unless the page is public; returns whether the page is left. */
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
