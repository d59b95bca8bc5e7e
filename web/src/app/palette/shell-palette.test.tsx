import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { viewer } from "../../features/viewers/test-viewer";
import { channel, openApp, type ServerCall } from "../test-app";

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
  window.scrollTo = () => undefined;
});

const kestrel = { ...viewer, name: "Kestrel" };

/** Responses of a server with one viewer in the channel. */
function respond({ path, method }: ServerCall) {
  if (method === "POST") return { id: "m1", action: "ban", provider: "twitch", viewer_name: "Kestrel", detail: "" };
  if (path === "/channels/c1/viewers/twitch/77") return kestrel;
  if (path.startsWith("/channels/c1/viewers/twitch/77")) return Response.json({}, { status: 503 });
  if (path.startsWith("/channels/c1/viewers")) return { records: /q=(kes|%40kes)/.test(path) ? [kestrel] : [] };
  return null;
}

const pressCtrlK = () => fireEvent.keyDown(document.body, { key: "k", code: "KeyK", ctrlKey: true });
const paletteField = () => screen.findByRole<HTMLInputElement>("combobox", { name: /^Search/ });

async function openPalette(path = "/channels/c1/quotes") {
  const app = openApp(path, respond);
  await screen.findByRole("navigation", { name: "Channel" });
  return app;
}

test("letters typed while the palette loads go into its field, not into the focused field or a shortcut", async () => {
  await openPalette();
  const message = document.createElement("textarea");
  const shortcut = vi.fn();
  document.body.append(message);
  message.addEventListener("keydown", shortcut);
  message.focus();
  pressCtrlK();
  // The palette is not loaded yet.
  expect(screen.queryByRole("dialog")).toBeNull();
  for (const key of ["s", "x", "Backspace", "Enter", "i"]) fireEvent.keyDown(message, { key });
  await userEvent.keyboard("gn out");
  const field = await paletteField();
  await waitFor(() => expect(field.value).toBe("sign out"));
  expect(document.activeElement).toBe(field);
  await userEvent.keyboard("!");
  expect(field.value).toBe("sign out!");
  expect([message.value, shortcut.mock.calls.length]).toEqual(["", 0]);
  message.remove();
});

test("Escape while the palette loads closes it and drops the typed letters", async () => {
  await openPalette();
  pressCtrlK();
  fireEvent.keyDown(document.body, { key: "q" });
  fireEvent.keyDown(document.body, { key: "Escape" });
  pressCtrlK();
  expect((await paletteField()).value).toBe("");
});

test("the palette finds a viewer and opens the card beside the chat", async () => {
  const { router } = await openPalette();
  pressCtrlK();
  await userEvent.type(await paletteField(), "kes");
  const found = await screen.findByRole("option", { name: /^Kestrel/ });
  expect(found.textContent).toContain("@kestrel_");
  await userEvent.click(found);
  expect(await screen.findByRole("region", { name: "Viewer card, Kestrel" })).toBeTruthy();
  expect(router.state.location.pathname).toBe("/channels/c1/chat");
});

test("a viewer is found by @ and the display name, also if the login is another name", async () => {
  const hana = { ...viewer, name: "花森ハナ", login: "hanamori" };
  openApp("/channels/c1/quotes", (call) =>
    call.path.startsWith("/channels/c1/viewers") ? { records: [hana] } : respond(call),
  );
  await screen.findByRole("navigation", { name: "Channel" });
  pressCtrlK();
  await userEvent.type(await paletteField(), "@花森");
  expect(await screen.findByRole("option", { name: /^花森ハナ/ })).toBeTruthy();
});

test("Ban asks for a reason and bans in the viewer's chat", async () => {
  const { calls } = await openPalette();
  pressCtrlK();
  await userEvent.type(await paletteField(), "ban kes");
  await userEvent.click(await screen.findByRole("option", { name: /^Ban Kestrel…/ }));
  const dialog = await screen.findByRole("dialog", { name: /Ban Kestrel/ });
  await userEvent.type(within(dialog).getByLabelText("Reason (optional)"), "spam");
  await userEvent.click(await within(dialog).findByRole("button", { name: "Ban" }));
  const bans = calls.filter(({ method }) => method === "POST");
  expect(bans).toEqual([
    { method: "POST", path: "/channels/c1/twitch/t/ban", body: { provider_viewer_id: "77", reason: "spam" } },
  ]);
});

test("Time out takes any duration, and says what is wrong with an invalid one", async () => {
  const { calls } = await openPalette();
  pressCtrlK();
  await userEvent.type(await paletteField(), "time out @kes");
  await userEvent.click(await screen.findByRole("option", { name: /^Time out Kestrel…/ }));
  const dialog = await screen.findByRole("dialog", { name: /Time out Kestrel/ });
  const duration = within(dialog).getByLabelText("Duration");
  await userEvent.clear(duration);
  await userEvent.type(duration, "20d");
  const submit = await within(dialog).findByRole("button", { name: "Time out" });
  await userEvent.click(submit);
  expect(within(dialog).getByText(/Duration must be 1s–14d/)).toBeTruthy();
  await userEvent.clear(duration);
  await userEvent.type(duration, "45m{Enter}");
  const bodies = calls.filter(({ method }) => method === "POST").map(({ body }) => body);
  expect(bodies).toEqual([{ provider_viewer_id: "77", duration_seconds: 2700, reason: "" }]);
});

test("the palette offers only what the user may do", async () => {
  const offered = async (permissions: readonly string[]) => {
    const respondAs = (call: ServerCall) =>
      call.path === "/channels/c1" ? { ...channel, permissions } : respond(call);
    openApp("/channels/c1/quotes", respondAs);
    await screen.findByRole("navigation", { name: "Channel" });
    pressCtrlK();
    await userEvent.type(await paletteField(), "kes");
    await screen.findByText(/No results for|Kestrel/);
    const names = screen.queryAllByRole("option").map(({ textContent }) => textContent);
    await userEvent.clear(await paletteField());
    return [...names, ...screen.getAllByRole("option").map(({ textContent }) => textContent)].join(", ");
  };
  const asReader = await offered(["channel.read", "chat.read"]);
  expect(asReader).not.toMatch(/New command|New timer|Kestrel/);
  expect(asReader).toMatch(/Open chat popout/);
});

test("commands are found and named with the channel's prefix", async () => {
  const game = { id: "k1", cmds: ["?game", "!old"], description: "Current game", responses: [] };
  const { calls, router } = openApp("/channels/c1/quotes", (call) => {
    if (call.path === "/channels/c1/command-settings") return { prefix: "?" };
    if (call.path.startsWith("/channels/c1/commands?q=%3Fga&")) return { records: [game] };
    return respond(call);
  });
  await screen.findByRole("navigation", { name: "Channel" });
  pressCtrlK();
  await userEvent.type(await paletteField(), "?ga");
  await userEvent.click(await screen.findByRole("option", { name: /^\?game/ }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/channels/c1/chat-commands/k1"));
  expect(calls.filter(({ path }) => path.endsWith("/command-settings"))).toHaveLength(1);
});
