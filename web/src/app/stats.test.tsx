import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { openApp } from "./test-app";

test("stats that cannot be loaded say so, and load when tried again", async () => {
  let isDown = true;
  const unavailable = { type: "unavailable", message: "The database does not answer." };
  openApp("/channels/c1/stats", ({ path }) =>
    path.startsWith("/channels/c1/streams") && isDown ? Response.json(unavailable, { status: 503 }) : null,
  );
  expect(await screen.findByText("The database does not answer.")).toBeDefined();
  isDown = false;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("heading", { name: "No streams yet" })).toBeDefined();
});
