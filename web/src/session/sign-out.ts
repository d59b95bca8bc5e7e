import { claimRedirect } from "../lib/auth/sign-in-redirect";
import { clearToken, getToken } from "../lib/auth/token";
import { clearDrafts } from "../lib/text/drafts";

/** Signs out here and now; the server hears of it in the background, and one that is silent keeps nobody waiting. */
export function signOut(leave = () => window.location.assign("/sign-in")): void {
  claimRedirect();
  const token = getToken();
  clearDrafts();
  clearToken();
  if (token) endSession(token);
  leave();
}

// Not through the API client: it reads the token only when the call leaves, and by then there is none.
function endSession(token: string): void {
  const headers = { Authorization: `Bearer ${token}` };
  fetch("/api/2/user/sessions/current", { method: "DELETE", keepalive: true, headers }).catch(() => undefined);
}
