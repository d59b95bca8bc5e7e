import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { ApiError } from "../../api/errors";
import { errorDetails } from "./error-details";
import { ErrorPanel } from "./error-panel";

const unavailable = new ApiError(503, { type: "internal", message: "The database is unavailable" });

function show(error: unknown, message?: string) {
  render(
    <MantineProvider forceColorScheme="dark">
      <ErrorPanel error={error} {...(message === undefined ? {} : { message })} />
    </MantineProvider>,
  );
  return screen.getByRole("alert").textContent;
}

test("the panel is titled Error and prefers the given message [X3]", () => {
  expect(show(unavailable, "Your settings could not be loaded")).toContain("ErrorYour settings could not be loaded");
});

test("without a given message, the message of the response is shown [X3]", () => {
  expect(show(unavailable)).toContain("The database is unavailable");
});

test("a response without a message is shown as an unknown error [X3]", () => {
  expect(show(new ApiError(500, "<html>"))).toContain("Unknown error");
});

test("the details have message, status, type and time", () => {
  const details = JSON.parse(errorDetails(unavailable, "Shown", new Date("2025-03-04T21:42:07Z")));
  expect(details).toMatchObject({ message: "Shown", status: 503, type: "internal", at: "2025-03-04T21:42:07.000Z" });
});
