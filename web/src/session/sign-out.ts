import { claimRedirect } from "../lib/auth/sign-in-redirect";
import { clearToken, getToken } from "../lib/auth/token";
import { clearDrafts } from "../lib/text/drafts";

/** Signs out at once; the request to the server runs in the background. */
export function signOut(leave = () => window.location.assign("/sign-in")): void {
  claimRedirect();
  const token = getToken();
  clearDrafts();
  clearToken();
  if (token) endSession(token);
  leave();
}

// Not through the API client, which reads the token only when the request leaves, after the token was cleared.
function endSession(token: string): void {
  const headers = { Authorization: `Bearer ${token}` };
  fetch("/api/2/user/sessions/current", { method: "DELETE", keepalive: true, headers }).catch(() => undefined);
}
