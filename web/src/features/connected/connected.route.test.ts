import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { saveConnectReturn } from "../../lib/auth/connect-return";
import { currentToasts, dismissToast } from "../../ui/toast/toast";
import { connectedRoutes } from "./connected.route";

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
  for (const { id } of currentToasts()) dismissToast(id);
});

afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

function land(path: string): Response | null {
  const loader = connectedRoutes.find((route) => route.path === path)?.loader;
  // The loader takes no arguments; the router's own type covers every kind of route.
  return typeof loader === "function" ? (loader as () => Response | null)() : expect.fail("no such route");
}

test("a popup stays on its landing page [T4]", () => {
  expect(land("/user-provider-connected")).toBeNull();
});

test("the main window returns to the page that started the connection and shows a toast [T5 X8]", () => {
  saveConnectReturn({ path: "/channels/7/providers", platform: "Twitch" });
  expect(land("/channel-provider-connected")?.headers.get("Location")).toBe("/channels/7/providers");
  expect(currentToasts().map(({ message }) => message)).toEqual(["Twitch connected successfully"]);
});

test("two loads of the landing page at once both redirect, and show one toast", () => {
  saveConnectReturn({ path: "/channels/7/providers", platform: "Twitch" });
  land("/channel-provider-connected");
  expect(land("/channel-provider-connected")?.headers.get("Location")).toBe("/channels/7/providers");
  expect(currentToasts()).toHaveLength(1);
});

test("a later load of the landing page does not redirect again", () => {
  saveConnectReturn({ path: "/channels/7/providers", platform: "Twitch" });
  land("/channel-provider-connected");
  vi.runAllTimers();
  expect(land("/channel-provider-connected")).toBeNull();
});

test("a return path to another site redirects to the start page", () => {
  saveConnectReturn({ path: "//elsewhere.example", platform: "Twitch" });
  expect(land("/user-provider-connected")?.headers.get("Location")).toBe("/");
});
