import { beforeEach, expect, test } from "vitest";
import { clearInviteToken, inviteToken, saveInviteToken } from "./invite-token";

beforeEach(() => sessionStorage.clear());

test("the token survives the way through sign-in [P2]", () => {
  saveInviteToken("i1", "#token=abc");
  saveInviteToken("i1", "");
  expect(inviteToken("i1")).toBe("abc");
});

test("a newer link wins", () => {
  saveInviteToken("i1", "#token=abc");
  saveInviteToken("i1", "#token=def");
  expect(inviteToken("i1")).toBe("def");
});

test("another invitation has its own token, and a used one is forgotten", () => {
  saveInviteToken("i1", "#token=abc");
  clearInviteToken("i1");
  expect([inviteToken("i1"), inviteToken("i2")]).toEqual([null, null]);
});
