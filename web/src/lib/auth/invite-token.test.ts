import { beforeEach, expect, test } from "vitest";
import { clearInviteToken, inviteAt, inviteToken, saveInviteToken } from "./invite-token";

beforeEach(() => sessionStorage.clear());

test("a stored token is kept when sign-in leads back to the page without a token in the URL [P2]", () => {
  saveInviteToken("i1", "#token=abc");
  saveInviteToken("i1", "");
  expect(inviteToken("i1")).toBe("abc");
});

test("the token of a newer link replaces the old one", () => {
  saveInviteToken("i1", "#token=abc");
  saveInviteToken("i1", "#token=def");
  expect(inviteToken("i1")).toBe("def");
});

test("a token is stored for one invitation only, and until it is cleared", () => {
  saveInviteToken("i1", "#token=abc");
  expect([inviteToken("i1"), inviteToken("i2")]).toEqual(["abc", null]);
  clearInviteToken("i1");
  expect(inviteToken("i1")).toBeNull();
});

test("a path leads to an invitation only if this tab has its token", () => {
  saveInviteToken("i1", "#token=abc");
  expect(inviteAt("/channel-invite/i1")).toEqual({ id: "i1", token: "abc" });
  expect(["/channel-invite/i2", "/channel-invite/i1/more", "/channels/i1", "/"].map(inviteAt)).toEqual([
    null,
    null,
    null,
    null,
  ]);
});
