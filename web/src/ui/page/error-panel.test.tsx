import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { ApiError } from "../../api/errors";
import { errorDetails } from "./error-details";
import { ErrorPanel } from "./error-panel";

const refused = new ApiError(503, { type: "internal", message: "The database did not answer" });

function show(error: unknown, message?: string) {
  render(
    <MantineProvider forceColorScheme="dark">
      <ErrorPanel error={error} {...(message === undefined ? {} : { message })} />
    </MantineProvider>,
  );
  return screen.getByRole("alert").textContent;
}

test("the panel is titled Error and prefers the given message [X3]", () => {
  expect(show(refused, "Your settings could not be loaded")).toContain("ErrorYour settings could not be loaded");
});

test("without one, the message of the body is shown [X3]", () => {
  expect(show(refused)).toContain("The database did not answer");
});

test("an answer without a message is an unknown error [X3]", () => {
  expect(show(new ApiError(500, "<html>"))).toContain("Unknown error");
});

test("the details say what happened, where and when", () => {
  const details = JSON.parse(errorDetails(refused, "Shown", new Date("2025-03-04T21:42:07Z")));
  expect(details).toMatchObject({ message: "Shown", status: 503, type: "internal", at: "2025-03-04T21:42:07.000Z" });
});
