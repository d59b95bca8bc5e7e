import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { openApp, type ServerCall } from "./test-app";

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
  window.scrollTo = () => undefined;
});

const sidebar = () => screen.findByRole("navigation", { name: "Channel" });

test.each(["whatever", "chat-commands/1/further"])(
  "the unknown address /channels/c1/%s stays in the shell and leads back to the channel [O2]",
  async (path) => {
    const { router } = openApp(`/channels/c1/${path}`);
    expect(await screen.findByRole("heading", { name: "Page not found" })).toBeTruthy();
    expect(within(await sidebar()).getByRole("link", { name: /^Chat$/ })).toBeTruthy();
    await userEvent.click(screen.getByRole("link", { name: "Go back" }));
    await waitFor(() => expect(router.state.location.pathname).not.toContain(path));
    expect(router.state.location.pathname).toMatch(/^\/channels\/c1/);
  },
);

const noSuchItem = ({ path }: ServerCall) =>
  path.endsWith("/none") ? Response.json({ type: "not_found", message: "Not found" }, { status: 404 }) : null;

test.each([
  ["chat-commands", "command"],
  ["chat-timers", "timer"],
  ["chat-filters", "filter"],
  ["quotes", "quote"],
])("an unknown id below /channels/c1/%s stays in the shell and leads to its list", async (list, what) => {
  openApp(`/channels/c1/${list}/none`, noSuchItem);
  expect(await screen.findByText(`This ${what} doesn't exist`)).toBeTruthy();
  expect(await sidebar()).toBeTruthy();
  expect(screen.getByRole("link", { name: `All ${what}s` }).getAttribute("href")).toBe(`/channels/c1/${list}`);
});
