import { afterEach, expect, test, vi } from "vitest";
import { actionAfterRefusal, redirectToSignIn, releaseRedirect, signInPath, signInPathTo } from "./sign-in-redirect";
import { clearToken, getToken, setToken } from "./token";

afterEach(() => {
  releaseRedirect();
  clearToken();
});

function page(pathname: string) {
  // Only the members that the redirect uses; jsdom does not allow spying on its own location.
  return { pathname, search: "", replace: vi.fn(), reload: vi.fn() } as unknown as Location;
}

test("the root path leads to sign-in without next [X1 T11]", () => {
  expect(signInPath({ pathname: "/", search: "" })).toBe("/sign-in");
  expect(signInPath({ pathname: "/", search: "?name=a" })).toBe("/sign-in");
});

test("any other path becomes next, encoded, with its query [X1 T11]", () => {
  expect(signInPath({ pathname: "/channels/7/providers", search: "?a=1&b=2" })).toBe(
    "/sign-in?next=%2Fchannels%2F7%2Fproviders%3Fa%3D1%26b%3D2",
  );
  expect(signInPathTo("/")).toBe("/sign-in");
});

test("a rejected token is cleared and the page redirects to sign-in [T11]", () => {
  setToken("old");
  const here = page("/channels");
  expect(redirectToSignIn("old", here)).toBe(true);
  expect(getToken()).toBeNull();
  expect(here.replace).toHaveBeenCalledWith("/sign-in?next=%2Fchannels");
});

test("a newer token stored by another tab stays, and the page reloads [T11]", () => {
  setToken("new");
  const here = page("/channels");
  expect(redirectToSignIn("old", here)).toBe(true);
  expect(getToken()).toBe("new");
  expect(here.reload).toHaveBeenCalledOnce();
  expect(here.replace).not.toHaveBeenCalled();
});

test("a public page neither redirects nor reloads when its token is refused", () => {
  expect(actionAfterRefusal("old", "old", "/sign-in")).toBe("stay");
  expect(actionAfterRefusal("old", "new", "/sign-in")).toBe("stay");
});
