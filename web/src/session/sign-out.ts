import { api } from "../api/client";
import { beginLeaving } from "../lib/leave";
import { clearToken } from "../lib/token";

/** Ends the session on the server and here; a server that cannot be reached does not keep anybody signed in. */
export async function signOut(): Promise<void> {
  beginLeaving();
  await api.DELETE("/api/2/user/sessions/current").catch(() => undefined);
  clearToken();
  window.location.assign("/sign-in");
}
