import { expect, test } from "vitest";
import { ApiError } from "../../api/errors";
import { ScreenError } from "../../ui/page/screen-error";
import { describeError } from "./describe-error";

test("the error page of an unknown channel says Channel not found [O2 R6]", () => {
  const error = new ApiError(404, { type: "channel_not_found", message: "Channel not found" });
  expect(describeError(error)).toEqual({
    status: 404,
    statusText: "Channel not found",
    hint: "It was deleted, or you no longer have access.",
  });
});

test("a ScreenError keeps its text and hint [O2]", () => {
  expect(describeError(new ScreenError(403, "Forbidden", "For operators."))).toEqual({
    status: 403,
    statusText: "Forbidden",
    hint: "For operators.",
  });
});

test("a router error keeps its status text [O2]", () => {
  const error = { status: 404, statusText: "Not Found", internal: true, data: "" };
  expect(describeError(error)).toMatchObject({ status: 404, statusText: "Not Found" });
});

test("a missing chunk is a 503 that can be retried [O2 O5]", () => {
  const error = new TypeError("Failed to fetch dynamically imported module: /assets/x.js");
  expect(describeError(error)).toMatchObject({
    status: 503,
    statusText: "Couldn't load this page",
    canRetry: true,
  });
});

test("an unexpected error does not show its message [O2]", () => {
  expect(describeError(new TypeError("x is undefined"))).toMatchObject({
    status: 500,
    statusText: "Something went wrong",
  });
});
