import { describe, expect, test } from "vitest";
import { safeNextPath } from "./next-path";

const ORIGIN = "https://stream.example";
const next = (value: string | null | undefined) => safeNextPath(value, ORIGIN);

describe("the path after sign-in", () => {
  test.each([
    ["/channels/42/chat?view=wide#top", "/channels/42/chat?view=wide#top"],
    ["/", "/"],
    ["/channels?name=a%20b", "/channels?name=a%20b"],
    ["/x?to=https%3A%2F%2Felsewhere.example", "/x?to=https%3A%2F%2Felsewhere.example"],
  ])("%s is kept [X1]", (value, expected) => {
    expect(next(value)).toBe(expected);
  });

  test.each([
    "//elsewhere.example",
    "///elsewhere.example",
    "/\\elsewhere.example",
    "\\\\elsewhere.example",
    "https://elsewhere.example/",
    "https:elsewhere.example",
    "javascript:alert(1)",
    "/%2Felsewhere.example",
    "%2F%2Felsewhere.example",
    "/%5Celsewhere.example",
    "/%252Felsewhere.example",
    "/\t/elsewhere.example",
    "/%09/elsewhere.example",
    "/\n/elsewhere.example",
    "/channels?name=\u0000",
    "/%",
    "channels",
    " /channels",
    "",
  ])("%j becomes the home page [X1]", (value) => {
    expect(next(value)).toBe("/");
  });

  test("a missing value becomes the home page", () => {
    expect([next(null), next(undefined)]).toEqual(["/", "/"]);
  });

  test("the sign-in page is not used as a return path", () => {
    expect([next("/sign-in"), next("/sign-in/success?next=%2F")]).toEqual(["/", "/"]);
  });

  test("dot segments cannot lead to another host", () => {
    expect(next("/..//elsewhere.example")).toBe("/");
  });
});
