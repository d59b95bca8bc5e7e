import { expect, test } from "vitest";
import { mayLookUpUser } from "./current-user";

test("a public page without a token fetches no user [T1]", () => {
  expect(mayLookUpUser("/sign-in", null)).toBe(false);
});

test("a public page with a stored session asks who is here [T1]", () => {
  expect(mayLookUpUser("/watch/twitch/juniper", "token")).toBe(true);
});

test("every other page asks, so that the answer can lead to sign-in [T1 T11]", () => {
  expect(mayLookUpUser("/channels", null)).toBe(true);
});
