import { isPublicPath } from "./public-paths";
import { clearToken, getToken } from "./token";

let isLeaving = false;

/** Claims the way out: sign-out and deletion call it first, so that the socket that hears of it does not redirect as well. */
export function claimRedirect(): void {
  isLeaving = true;
}

/** Takes the claim back when the call that would have ended the session failed. */
export function releaseRedirect(): void {
  isLeaving = false;
}

/** Where a page goes whose token was refused; another tab may have stored a new one meanwhile, which is not its to clear. */
export function redirectTarget(
  refused: string | null,
  stored: string | null,
  pathname: string,
): "stay" | "reload" | "sign-in" {
  if (isPublicPath(pathname)) return "stay";
  return stored === null || stored === refused ? "sign-in" : "reload";
}

/** True when the page is on its way to sign-in and nothing more should be shown. */
export function redirectToSignIn(refused: string | null, target: Location = window.location): boolean {
  if (isLeaving) return true;
  const way = redirectTarget(refused, getToken(), target.pathname);
  if (getToken() === refused) clearToken();
  if (way === "stay") return false;
  isLeaving = true;
  if (way === "reload") target.reload();
  else target.replace(signInPath(target));
  return true;
}

export function signInPath({ pathname, search }: Pick<Location, "pathname" | "search">): string {
  return pathname === "/" ? "/sign-in" : signInPathTo(pathname + search);
}

export function signInPathTo(next: string): string {
  return next === "/" ? "/sign-in" : `/sign-in?next=${encodeURIComponent(next)}`;
}
