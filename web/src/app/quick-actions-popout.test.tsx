import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { channel, openApp } from "./test-app";

test("the popout of the quick actions has the panic button, and no sidebar or Pop out button", async () => {
  openApp("/popout/channels/c1/quick-actions", ({ path }) => {
    if (path === "/channels/c1") return { ...channel, permissions: ["moderation.use"] };
    return path === "/channels/c1/panic" ? { is_on: false, is_restoring: false, chats: [] } : null;
  });
  expect(await screen.findByRole("heading", { name: "Quick actions" })).toBeDefined();
  expect(await screen.findByRole("button", { name: "Panic" })).toBeDefined();
  expect(screen.queryByRole("navigation")).toBeNull();
  expect(screen.queryByRole("button", { name: "Pop out" })).toBeNull();
});
