import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { keys } from "../../../api/keys";
import { createQueryClient } from "../../../api/query-client";
import { provider } from "../../../api/test-provider";
import type { ChannelProvider } from "../../../api/types";
import { versionOf } from "../../../ui/editor/version";
import { TestMediaField } from "../test-media-field";
import { widget, widgetType } from "../test-widget";
import type { Widget } from "../widget-types";
import { draftOf } from "./draft";

import { WidgetEditor } from "./widget-editor";

interface Call {
  method: string;
  path: string;
  body: unknown;
}

/** Fake server that records calls; a PUT returns the widget with the sent fields. */
function serve(calls: Call[], providers: ChannelProvider[]) {
  return async (request: Request) => {
    const text = await request.text();
    const { pathname, search } = new URL(request.url);
    const body = text ? JSON.parse(text) : null;
    calls.push({ method: request.method, path: pathname.split("/widgets/")[1] + search, body });
    if (pathname.endsWith("/providers")) return Response.json(providers);
    if (pathname.endsWith("/key")) return Response.json({ key: "secret", path: `/widget/${widget().id}#key=secret` });
    if (request.method === "PUT") return Response.json({ ...widget(), ...body, revision: 2 });
    // One response for all GETs: a channel needs `permissions`, a list `records`.
    return request.method === "POST"
      ? new Response(null, { status: 204 })
      : Response.json({ records: [], permissions: [] });
  };
}

function open(shown: Widget = widget(), providers: ChannelProvider[] = []) {
  const calls: Call[] = [];
  vi.stubGlobal("fetch", serve(calls, providers));
  const client = createQueryClient(() => undefined);
  client.setQueryData(keys.platforms, []);
  const element = (
    <WidgetEditor
      channelId="c1"
      widget={shown}
      type={widgetType()}
      saved={{ draft: draftOf(shown), version: versionOf(shown) }}
      isDeleted={false}
      canManage
      media={TestMediaField}
    />
  );
  render(
    <QueryClientProvider client={client}>
      <MantineProvider forceColorScheme="dark" env="test">
        <RouterProvider router={createMemoryRouter([{ path: "/", element }])} />
      </MantineProvider>
    </QueryClientProvider>,
  );
  return calls;
}

test("changed settings are saved together with the unchanged ones and the revision that was edited [P7]", async () => {
  const calls = open();
  await userEvent.click(screen.getByRole("switch", { name: "Hide commands" }));
  fireEvent.change(screen.getByRole("slider", { name: "Text size" }), { target: { value: "48" } });
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Only from" }), "Moderators and above");
  await userEvent.click(screen.getByRole("button", { name: /^Save/ }));
  const saved = () => calls.find(({ method }) => method === "PUT");
  await waitFor(() => expect(saved()).toBeDefined());
  expect(saved()?.path).toBe(`${widget().id}?revision=1`);
  expect(saved()?.body).toEqual({
    name: "Chat, bottom left",
    settings: { ...widget().settings, hides_commands: false, text_size: 48, min_level: 7 },
    css: "",
  });
});

test("the address is masked until it is revealed [P7]", async () => {
  open();
  expect(screen.getByText(/#key=•+w9_Q$/)).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: "Show address" }));
  expect(await screen.findByText(/#key=secret$/)).toBeDefined();
});

test("a new key is made only after a warning that the widget goes blank in OBS [P7]", async () => {
  const calls = open();
  await userEvent.click(screen.getByRole("button", { name: "New key" }));
  expect(await screen.findByText(/goes blank in OBS/)).toBeDefined();
  const rotations = () => calls.filter(({ method, path }) => method === "POST" && path.endsWith("/key"));
  expect(rotations()).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Create new key" }));
  await waitFor(() => expect(rotations()).toHaveLength(1));
});

test("unsaved settings are sent to the preview while they change", async () => {
  open();
  const frame = await screen.findByTitle<HTMLIFrameElement>("Preview of Chat, bottom left");
  expect(frame.getAttribute("src")).toBe(`/widget/${widget().id}?preview#key=secret`);
  const received: unknown[] = [];
  vi.spyOn(frame.contentWindow ?? window, "postMessage").mockImplementation((message) => received.push(message));
  await userEvent.click(screen.getByRole("switch", { name: "Hide commands" }));
  expect(received.at(-1)).toEqual({
    type: "greenroom-preview",
    settings: { ...widget().settings, hides_commands: false },
    css: "",
  });
});

test("with the background Live the preview is over the embeddable live stream with the most viewers", async () => {
  const embedded = (id: string, viewers: number) =>
    provider(id, {
      is_live: true,
      embed_url: `https://player.example/${id}`,
      health: { ...provider(id).health, viewers },
    });
  const elsewhere = provider("tiktok", { is_live: true, health: { ...provider("tiktok").health, viewers: 900 } });
  open(widget(), [elsewhere, embedded("kick", 3), embedded("twitch", 20)]);
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>("radio", { name: "Live" }).disabled).toBe(false));
  expect(screen.queryByTitle(/^Your stream on/)).toBeNull();
  screen.getByRole("radio", { name: "Live" }).focus();
  await userEvent.keyboard(" ");
  expect(screen.getByTitle(/^Your stream on/).getAttribute("src")).toBe("https://player.example/twitch");
  expect(screen.getByTitle("Preview of Chat, bottom left")).toBeDefined();
});

test.each([
  ["No stream is live", []],
  ["tiktok streams can't be embedded", [provider("a", { provider: "tiktok", is_live: true })]],
])("without a stream to show, the preview says: %s", async (reason, providers) => {
  open(widget(), providers);
  expect(await screen.findByText(reason)).toBeDefined();
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "Live" }).disabled).toBe(true);
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "Checkered" }).disabled).toBe(false);
});

test("the preview says that custom HTML ran for ever, and its button runs the HTML again [P7]", async () => {
  open();
  const frame = await screen.findByTitle<HTMLIFrameElement>("Preview of Chat, bottom left");
  const received: unknown[] = [];
  vi.spyOn(frame.contentWindow ?? window, "postMessage").mockImplementation((message) => received.push(message));
  const data = { type: "greenroom-preview-stopped" };
  fireEvent(window, new MessageEvent("message", { data, source: frame.contentWindow }));
  const notice = await screen.findByText("This HTML stopped answering. Change it, then run it again.");
  await userEvent.click(screen.getByRole("button", { name: "Run again" }));
  expect(received.at(-1)).toEqual({ type: "greenroom-preview-run" });
  expect(notice.isConnected).toBe(false);
});

test("a test is not sent before the preview is connected", async () => {
  const calls = open();
  const frame = await screen.findByTitle<HTMLIFrameElement>("Preview of Chat, bottom left");
  const sent = () => calls.find(({ path }) => path.endsWith("/test"))?.body;
  await userEvent.click(screen.getByRole("button", { name: "Deleted" }));
  expect(sent()).toBeUndefined();
  const data = { type: "greenroom-preview-ready", revision: widget().revision };
  fireEvent(window, new MessageEvent("message", { data, source: frame.contentWindow }));
  await waitFor(() => expect(sent()).toEqual({ name: "deleted" }));
});
