import { screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { channel, openApp, type ServerCall } from "./test-app";

beforeEach(() => {
  Element.prototype.scrollTo = () => undefined;
  window.scrollTo = () => undefined;
});

const withPermissions =
  (...more: string[]) =>
  ({ path }: ServerCall) =>
    path === "/channels/c1" ? { ...channel, permissions: [...channel.permissions, ...more] } : null;

test("the chat of a channel without platforms offers to connect one", async () => {
  openApp("/channels/c1/chat", withPermissions("platforms.manage"));
  const link = await screen.findByRole("link", { name: "Connect a platform" });
  expect(link.getAttribute("href")).toBe("/channels/c1/providers");
  expect(await screen.findByPlaceholderText("No platform available to send to")).toBeTruthy();
});

test("staff who may not connect platforms get no link to connect one", async () => {
  openApp("/channels/c1/chat", withPermissions());
  expect(await screen.findByText("Connect a platform to see its chat here.")).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Connect a platform" })).toBeNull();
});
