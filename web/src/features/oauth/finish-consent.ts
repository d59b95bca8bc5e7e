import { api, unwrap } from "../../api/client";
import { clearSignInNext } from "../../lib/auth/sign-in-next";
import { setToken } from "../../lib/auth/token";

interface Consent {
  provider: string;
  search: string;
}

const running = new Map<string, Promise<string>>();

/**
 * Posts the platform's response to the server and returns the next path. A state can be used only once, and React
 * runs effects twice in development, so the same query is never posted twice.
 */
export function finishConsent({ provider, search }: Consent): Promise<string> {
  const key = `${provider}${search}`;
  const pending = running.get(key);
  if (pending) return pending;
  clearUrlQuery();
  const result = post(provider, new URLSearchParams(search));
  running.set(key, result);
  return result;
}

/** Whether the query is a platform's OAuth response: a code or an error. */
export function isOAuthResponse(search: string): boolean {
  const response = new URLSearchParams(search);
  return response.has("code") || response.has("error");
}

// Removes code and state from the URL and the browser history.
function clearUrlQuery(): void {
  window.history.replaceState(window.history.state, "", window.location.pathname);
}

async function post(provider: string, response: URLSearchParams): Promise<string> {
  const body = {
    state: response.get("state") ?? "",
    code: response.get("code"),
    error: response.get("error"),
    error_description: response.get("error_description"),
  };
  const done = await unwrap(api.POST("/api/2/oauth/{provider}", { params: { path: { provider } }, body }));
  if (done.kind === "sign_in") {
    setToken(done.access_token);
    clearSignInNext();
  }
  return done.location;
}
