import { afterEach, expect, test, vi } from "vitest";
import { releaseRedirect } from "../lib/auth/sign-in-redirect";
import { getToken, setToken } from "../lib/auth/token";
import { saveDraft } from "../lib/text/drafts";
import { signOut } from "./sign-out";

afterEach(releaseRedirect);

test("sign-out does not wait for the server, which gets the old token [U1]", () => {
  const fetched = vi.fn(() => new Promise<Response>(() => {}));
  vi.stubGlobal("fetch", fetched);
  const leave = vi.fn(() => expect(getToken()).toBeNull());
  setToken("secret");
  signOut(leave);
  expect(leave).toHaveBeenCalledOnce();
  expect(fetched).toHaveBeenCalledWith("/api/2/user/sessions/current", {
    method: "DELETE",
    keepalive: true,
    headers: { Authorization: "Bearer secret" },
  });
});

test("sign-out clears drafts", () => {
  saveDraft("message:a", "between us");
  expect(JSON.stringify(sessionStorage)).toContain("between us");
  signOut(() => undefined);
  expect(JSON.stringify(sessionStorage)).not.toContain("between us");
});
