import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { readSignInNext, saveSignInNext } from "../../lib/auth/sign-in-next";
import { getToken } from "../../lib/auth/token";
import { finishConsent, isOAuthResponse } from "./finish-consent";

// Hoisted, so that fetch is replaced before the API client is created.
const server = vi.hoisted(() => {
  const fetched = vi.fn<(request: Request) => Promise<Response>>();
  vi.stubGlobal("fetch", fetched);
  return fetched;
});

function respondWith(body: unknown, status = 200) {
  server.mockImplementation(async () => Response.json(body, { status }));
}

afterAll(() => {
  vi.unstubAllGlobals();
});

beforeEach(() => {
  server.mockReset();
  localStorage.clear();
});

test("the same OAuth response is posted once [R5]", async () => {
  respondWith({ kind: "sign_in", access_token: "secret", location: "/sign-in/success?next=%2F" });
  const consent = { provider: "twitch", search: "?code=c1&state=s1" };
  await expect(Promise.all([finishConsent(consent), finishConsent(consent)])).resolves.toEqual([
    "/sign-in/success?next=%2F",
    "/sign-in/success?next=%2F",
  ]);
  expect(server).toHaveBeenCalledTimes(1);
  expect(getToken()).toBe("secret");
});

test("a refused consent is posted, and finishConsent rejects with the server's message", async () => {
  respondWith({ type: "consent_refused", message: "You did not allow it." }, 400);
  const search = "?error=access_denied&error_description=no&state=s2";
  await expect(finishConsent({ provider: "twitch", search })).rejects.toThrow("You did not allow it.");
  const sent = await server.mock.calls[0]?.[0].json();
  expect(sent).toMatchObject({ state: "s2", error: "access_denied", error_description: "no" });
});

test("connecting an account sets no access token", async () => {
  respondWith({
    kind: "user_provider",
    user_provider_id: "1",
    location: "/user-provider-connected#user_provider_id=1",
  });
  await finishConsent({ provider: "twitch", search: "?code=c3&state=s3" });
  expect(getToken()).toBeNull();
});

test("code and state are removed from the URL at once, and the stored next path after the response [R5]", async () => {
  respondWith({ kind: "sign_in", access_token: "secret", location: "/sign-in/success?next=%2F" });
  saveSignInNext("/channels?name=night");
  history.replaceState(null, "", "/oauth/twitch?code=c4&state=s4");
  const done = finishConsent({ provider: "twitch", search: window.location.search });
  expect(window.location.pathname + window.location.search).toBe("/oauth/twitch");
  expect(readSignInNext()).toBe("/channels?name=night");
  await done;
  expect(readSignInNext()).toBeNull();
});

test.each([
  ["", false],
  ["?state=s", false],
  ["?code=c&state=s", true],
  ["?error=access_denied&state=s", true],
])("%j is an OAuth response: %s [R5]", (search, expected) => {
  expect(isOAuthResponse(search)).toBe(expected);
});
