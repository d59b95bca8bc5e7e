import { beforeEach, expect, test } from "vitest";
import { clearInviteToken, inviteToken, saveInviteToken } from "./invite-token";

beforeEach(() => sessionStorage.clear());

test("the token survives the redirect through sign-in [P2]", () => {
  saveInviteToken("i1", "#token=abc");
  saveInviteToken("i1", "");
  expect(inviteToken("i1")).toBe("abc");
});

test("the token of a newer link replaces the old one", () => {
  saveInviteToken("i1", "#token=abc");
  saveInviteToken("i1", "#token=def");
  expect(inviteToken("i1")).toBe("def");
});

test("a used token is cleared, and another invitation does not share it", () => {
  saveInviteToken("i1", "#token=abc");
  expect([inviteToken("i1"), inviteToken("i2")]).toEqual(["abc", null]);
  clearInviteToken("i1");
  expect(inviteToken("i1")).toBeNull();
});
