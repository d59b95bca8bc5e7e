import { beforeEach, expect, test } from "vitest";
import { forgetInviteToken, inviteToken, keepInviteToken } from "./invite-token";

beforeEach(() => sessionStorage.clear());

test("the token survives the way through sign-in [P2]", () => {
  keepInviteToken("i1", "#token=abc");
  keepInviteToken("i1", "");
  expect(inviteToken("i1")).toBe("abc");
});

test("a newer link wins", () => {
  keepInviteToken("i1", "#token=abc");
  keepInviteToken("i1", "#token=def");
  expect(inviteToken("i1")).toBe("def");
});

test("another invitation has its own token, and a used one is forgotten", () => {
  keepInviteToken("i1", "#token=abc");
  forgetInviteToken("i1");
  expect([inviteToken("i1"), inviteToken("i2")]).toEqual([null, null]);
});
