import { expect, test } from "vitest";
import { signInPath } from "./leave";

test("the root path asks for sign-in without a way back [X1 T11]", () => {
  expect(signInPath({ pathname: "/", search: "" })).toBe("/sign-in");
  expect(signInPath({ pathname: "/", search: "?name=a" })).toBe("/sign-in");
});

test("any other path is carried along, encoded, with its query [X1 T11]", () => {
  expect(signInPath({ pathname: "/channels/7/providers", search: "?a=1&b=2" })).toBe(
    "/sign-in?next=%2Fchannels%2F7%2Fproviders%3Fa%3D1%26b%3D2",
  );
});
