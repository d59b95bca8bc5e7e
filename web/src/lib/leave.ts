import { isPublicPath } from "./public-paths";
import { clearToken } from "./token";

let isLeaving = false;

/** Claims the way out: sign-out and deletion call it first, so that the socket that hears of it does not redirect as well. */
export function beginLeaving(): void {
  isLeaving = true;
}

/** Takes the claim back when the call that would have ended the session failed. */
export function stayAfterAll(): void {
  isLeaving = false;
}

/** True when the page is on its way to sign-in and nothing more should be shown. */
export function leaveForSignIn(): boolean {
  if (isLeaving) return true;
  clearToken();
  if (isPublicPath(window.location.pathname)) return false;
  isLeaving = true;
  window.location.replace(signInPath(window.location));
  return true;
}

export function signInPath({ pathname, search }: Pick<Location, "pathname" | "search">): string {
  return pathname === "/" ? "/sign-in" : `/sign-in?next=${encodeURIComponent(pathname + search)}`;
}
