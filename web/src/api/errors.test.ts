import { expect, test } from "vitest";
import { ApiError, fieldErrors, messageOf, unreachableError } from "./errors";

test("an error has the server's message [X3]", () => {
  const error = new ApiError(403, { type: "forbidden", message: "You need platforms.manage" });
  expect([error.status, error.type, messageOf(error)]).toEqual([403, "forbidden", "You need platforms.manage"]);
});

test.each([null, "<html>", {}, { message: "" }, { message: 7 }])("a body like %j means Unknown error [X3]", (body) => {
  expect(messageOf(new ApiError(502, body))).toBe("Unknown error");
});

test("a thrown value that is not an Error has the message Unknown error [X3]", () => {
  expect(messageOf("oops")).toBe("Unknown error");
});

test("the error for an unreachable server says that the server can't be reached", () => {
  expect(messageOf(unreachableError())).toMatch(/Can.t reach the server/);
});

test("each field shows its first message [V3]", () => {
  const errors = [
    { field: "display_name", message: "At least 1 character" },
    { field: "display_name", message: "No control characters" },
    { field: "level", message: "Above your own" },
  ];
  expect(fieldErrors(new ApiError(422, { type: "invalid", message: "Invalid", errors }))).toEqual({
    display_name: "At least 1 character",
    level: "Above your own",
  });
});

test("an error that is not an ApiError has no fields", () => {
  expect(fieldErrors(new Error("x"))).toEqual({});
});
