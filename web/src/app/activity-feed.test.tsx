import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { channel, openApp, type ServerCall } from "./test-app";

const SETTINGS = { hidden_kinds: [], minimums: {}, group_follows: true, has_sound: false, volume: 50 };
const PATH = "/channels/c1/activity-feed";

/** Responses of a server that stores the settings of the feed, for a user with these permissions. */
function withSettings(permissions = channel.permissions) {
  let settings: unknown = SETTINGS;
  return ({ path, method, body }: ServerCall) => {
    if (path === "/channels/c1") return { ...channel, permissions };
    if (path !== "/channels/c1/activity-settings") return null;
    if (method === "PUT") settings = body;
    return settings;
  };
}

test("a feed that cannot be loaded says so, and loads when tried again", async () => {
  let isDown = true;
  const respond = withSettings();
  const unavailable = { type: "unavailable", message: "The database does not answer." };
  openApp(PATH, (call) => {
    const isList = call.path.startsWith("/channels/c1/activities");
    return isList && isDown ? Response.json(unavailable, { status: 503 }) : respond(call);
  });
  expect(await screen.findByText("The database does not answer.")).toBeDefined();
  isDown = false;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("heading", { name: "No activities yet" })).toBeDefined();
});

test("hiding a type of activity saves all settings of the feed, and the type is no longer requested", async () => {
  const { calls } = openApp(PATH, withSettings());
  await userEvent.click(await screen.findByRole("button", { name: "What you see" }));
  await userEvent.click(await screen.findByRole("checkbox", { name: "Follows" }));
  expect(calls.find(({ method }) => method === "PUT")?.body).toEqual({ ...SETTINGS, hidden_kinds: ["follow"] });
  const requests = () => calls.filter(({ path }) => path.includes("kind=sub"));
  await waitFor(() => expect(requests()).toHaveLength(1));
  expect(requests()[0]?.path).not.toContain("kind=follow");
});

test("a minimum for gifted subs also applies to gift bombs, and the activities that it hides can be shown", async () => {
  const respond = withSettings();
  const { calls } = openApp(PATH, (call) =>
    call.path.includes("minimum=") ? { records: [], cursor: null, smaller_ids: ["a1", "a2"] } : respond(call),
  );
  await userEvent.click(await screen.findByRole("button", { name: "What you see" }));
  await userEvent.selectOptions(await screen.findByRole("combobox", { name: "Gifted subs: at least" }), "5 subs");
  const minimums = { gift: 5, gift_bomb: 5 };
  expect(calls.find(({ method }) => method === "PUT")?.body).toEqual({ ...SETTINGS, minimums });
  await userEvent.keyboard("{Escape}");
  expect(await screen.findByText(/2 smaller ones are hidden by your limits/)).toBeDefined();
  expect(calls.at(-1)?.path).toContain("minimum=gift%3A5&minimum=gift_bomb%3A5");
  await userEvent.click(screen.getByRole("button", { name: "Show them" }));
  expect(await screen.findByText(/Your limits are off for now/)).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: "Hide smaller ones" }));
  expect(await screen.findByText(/2 smaller ones are hidden/)).toBeDefined();
});

test("the widgets are requested only if the user may manage them", async () => {
  const requestsWidgets = async (permissions: string[]) => {
    const { calls } = openApp(PATH, withSettings(permissions));
    await screen.findByRole("heading", { name: "No activities yet" });
    cleanup();
    return calls.some(({ path }) => path === "/channels/c1/widgets");
  };
  expect(await requestsWidgets(channel.permissions)).toBe(false);
  expect(await requestsWidgets([...channel.permissions, "widgets.manage"])).toBe(true);
});

test.each([
  ["an Editor", 1, [...channel.permissions, "title.update"]],
  ["a moderator", 0, channel.permissions],
])("%s has %i buttons for test events", async (_role, count, permissions) => {
  openApp(PATH, withSettings(permissions));
  await userEvent.click(await screen.findByRole("button", { name: "What you see" }));
  await screen.findByRole("checkbox", { name: "Follows" });
  expect(screen.queryAllByRole("button", { name: "Test event" })).toHaveLength(count);
});
