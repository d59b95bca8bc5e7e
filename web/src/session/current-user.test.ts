import { expect, test } from "vitest";
import { mayLookUpUser } from "./current-user";

test("a public page without a token fetches no user [T1]", () => {
  expect(mayLookUpUser("/sign-in", null)).toBe(false);
});

test("a public page with a token fetches the user [T1]", () => {
  expect(mayLookUpUser("/watch/twitch/juniper", "token")).toBe(true);
});

test("a page that is not public always fetches the user, so that a 401 can redirect to sign-in [T1 T11]", () => {
  expect(mayLookUpUser("/channels", null)).toBe(true);
});
