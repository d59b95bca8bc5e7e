import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clearToken, getToken, setToken } from "../lib/auth/token";
import { api, unwrap } from "./client";

const fetched = vi.fn<(request: Request) => Promise<Response>>();
const respondWith = (status: number, body: unknown) => fetched.mockResolvedValue(Response.json(body, { status }));
const authorization = () => fetched.mock.lastCall?.[0].headers.get("Authorization");
const getUser = () => unwrap(api.GET("/api/2/user"));

beforeEach(() => {
  vi.stubGlobal("fetch", fetched);
  history.replaceState(null, "", "/sign-in");
});
afterEach(() => {
  clearToken();
  fetched.mockReset();
});

test("a stored token is sent as Bearer [T1]", async () => {
  respondWith(200, { id: "u1" });
  setToken("secret");
  await getUser();
  expect(authorization()).toBe("Bearer secret");
});

test("without a token no Authorization header is sent [T1]", async () => {
  respondWith(200, { id: "u1" });
  setToken("secret");
  clearToken();
  await getUser();
  expect(authorization()).toBeNull();
});

test("an error response has the server's type, message and fields", async () => {
  const errors = [{ field: "display_name", message: "must not be empty" }];
  respondWith(422, { type: "invalid", message: "Invalid", errors });
  await expect(getUser()).rejects.toMatchObject({ status: 422, type: "invalid", message: "Invalid", errors });
});

test("a request that does not reach the server throws an error of type unreachable", async () => {
  fetched.mockRejectedValue(new TypeError("Failed to fetch"));
  await expect(getUser()).rejects.toMatchObject({ status: 0, type: "unreachable" });
});

test.each(["unauthenticated", "user_no_longer_exists"])("a 401 of type %s clears the token [T11]", async (type) => {
  setToken("old");
  respondWith(401, { type, message: "Sign in first" });
  await expect(getUser()).rejects.toMatchObject({ type });
  expect(getToken()).toBeNull();
});

test("a token stored after the rejected request was sent is kept [T11]", async () => {
  setToken("old");
  fetched.mockImplementation(async () => {
    setToken("new");
    return Response.json({ type: "unauthenticated", message: "Sign in first" }, { status: 401 });
  });
  await expect(getUser()).rejects.toMatchObject({ type: "unauthenticated" });
  expect(getToken()).toBe("new");
});

test("a 401 of another type keeps the session [T11]", async () => {
  setToken("good");
  respondWith(401, { type: "invite_token_wrong", message: "Wrong token" });
  await expect(getUser()).rejects.toMatchObject({ status: 401 });
  expect(getToken()).toBe("good");
});
