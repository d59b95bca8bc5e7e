import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, onTestFinished, test, vi } from "vitest";
import { createQueryClient } from "../../api/query-client";
import { MediaField } from "./media-field";
import type { Media, MediaKind } from "./media-types";
import { media, sound } from "./test-media";

interface Call {
  method: string;
  path: string;
  body: unknown;
}

/** Renders the field with a stubbed server that has these files; returns its recorded calls and `onChange`. */
function show(files: Media[], { kind = "image", value = "" }: { kind?: MediaKind; value?: string } = {}) {
  const calls: Call[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    const { pathname, searchParams } = new URL(request.url);
    const text = await request.text();
    calls.push({ method: request.method, path: pathname.replace("/api/2", ""), body: text ? JSON.parse(text) : null });
    if (request.method === "DELETE") return new Response(null, { status: 204 });
    const found = files.find(({ id }) => pathname.endsWith(`/media/${id}`));
    if (!pathname.endsWith("/media")) {
      return found
        ? Response.json(found)
        : Response.json({ type: "media_not_found", message: "Gone" }, { status: 404 });
    }
    const q = searchParams.get("q") ?? "";
    const records = files.filter((file) => file.kind === searchParams.get("kind") && file.name.includes(q));
    return Response.json({ records, cursor: null, total: records.length, used_bytes: 2048, max_bytes: 524_288_000 });
  });
  const onChange = vi.fn();
  render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <MantineProvider forceColorScheme="dark" env="test">
        <Field kind={kind} initial={value} onChange={onChange} />
      </MantineProvider>
    </QueryClientProvider>,
  );
  return { calls, onChange };
}

function Field({ kind, initial, onChange }: { kind: MediaKind; initial: string; onChange: (path: string) => void }) {
  const [value, setValue] = useState(initial);
  return (
    <MediaField
      channelId="c1"
      label="Picture"
      kind={kind}
      value={value}
      isLocked={false}
      onChange={(path) => {
        setValue(path);
        onChange(path);
      }}
    />
  );
}

/** Stand-in for XMLHttpRequest that stays open until the test calls `answer`. */
class PendingRequest {
  static opened: PendingRequest[] = [];
  upload: { onprogress: (event: { loaded: number; total: number }) => void } = { onprogress: () => undefined };
  onload = () => undefined;
  onerror = () => undefined;
  status = 0;
  response: unknown = null;
  url = "";
  sent: unknown = null;
  open(_: string, url: string) {
    this.url = url;
    PendingRequest.opened.push(this);
  }
  setRequestHeader() {}
  abort() {}
  send(file: unknown) {
    this.sent = file;
  }
  answer(status: number, response: unknown) {
    this.status = status;
    this.response = response;
    this.onload();
  }
}

function holdUploads() {
  PendingRequest.opened = [];
  replaceGlobal("XMLHttpRequest", PendingRequest);
}

/** Replaces a global until the test ends, because all test files share one page. */
function replaceGlobal(name: "XMLHttpRequest" | "Audio", replacement: unknown) {
  const original = globalThis[name];
  vi.stubGlobal(name, replacement);
  onTestFinished(() => {
    vi.stubGlobal(name, original);
  });
}

async function openPicker(name: string) {
  await userEvent.click(screen.getByRole("button", { name }));
  return screen.findByRole("dialog");
}

test("a chosen file becomes the value and closes the picker", async () => {
  const { onChange } = show([media("a", { name: "Cheer" }), sound("b", { name: "Ding" })]);
  await openPicker("Choose image");
  await userEvent.click(await screen.findByRole("button", { name: "Cheer" }));
  expect(onChange).toHaveBeenCalledWith("/media/a");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.queryByText("Ding")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Remove picture" }));
  expect(onChange).toHaveBeenLastCalledWith("");
});

test("the search narrows the files and shows a message if no file matches", async () => {
  show([media("a", { name: "Cheer" }), media("b", { name: "Raid" })]);
  await openPicker("Choose image");
  await screen.findByRole("button", { name: "Raid" });
  await userEvent.type(screen.getByRole("searchbox", { name: "Search files" }), "Ch");
  await waitFor(() => expect(screen.queryByRole("button", { name: "Raid" })).toBeNull());
  expect(screen.getByRole("button", { name: "Cheer" })).toBeDefined();
  await userEvent.type(screen.getByRole("searchbox", { name: "Search files" }), "zz");
  expect(await screen.findByText("No files found")).toBeDefined();
});

test("files dropped on an image field are uploaded one by one with progress, and a sound is not chosen", async () => {
  holdUploads();
  const { onChange } = show([]);
  await openPicker("Choose image");
  const area = await screen.findByText("No images yet");
  const files = [new File(["1"], "one.png"), new File(["2"], "two.png")];
  fireEvent.drop(area, { dataTransfer: { files } });
  await waitFor(() => expect(PendingRequest.opened.length).toBe(1));
  act(() => PendingRequest.opened[0]?.upload.onprogress({ loaded: 1, total: 4 }));
  expect(screen.getByRole<HTMLProgressElement>("progressbar", { name: "Upload of one.png" }).value).toBe(0.25);
  act(() => PendingRequest.opened[0]?.answer(201, sound("s")));
  await waitFor(() => expect(PendingRequest.opened[1]?.url).toBe("/api/2/channels/c1/media?name=two"));
  expect(onChange).not.toHaveBeenCalled();
  act(() => PendingRequest.opened[1]?.answer(201, media("new")));
  await waitFor(() => expect(onChange).toHaveBeenCalledWith("/media/new"));
});

test("the last of several images is chosen, after all of them were uploaded", async () => {
  holdUploads();
  const { onChange } = show([]);
  await openPicker("Choose image");
  const files = [new File(["1"], "one.png"), new File(["2"], "two.png")];
  fireEvent.drop(await screen.findByText("No images yet"), { dataTransfer: { files } });
  await waitFor(() => expect(PendingRequest.opened.length).toBe(1));
  act(() => PendingRequest.opened[0]?.answer(201, media("first")));
  await waitFor(() => expect(PendingRequest.opened.length).toBe(2));
  expect(onChange).not.toHaveBeenCalled();
  act(() => PendingRequest.opened[1]?.answer(201, media("second")));
  await waitFor(() => expect(onChange.mock.calls).toEqual([["/media/second"]]));
});

test("a refused upload stays in the list with the server's reason until the user dismisses it", async () => {
  holdUploads();
  show([]);
  await openPicker("Choose image");
  const input = await screen.findByLabelText<HTMLInputElement>("Upload image");
  fireEvent.change(input, { target: { files: [new File(["<html>"], "page.png")] } });
  await waitFor(() => expect(PendingRequest.opened.length).toBe(1));
  act(() =>
    PendingRequest.opened[0]?.answer(422, {
      type: "invalid",
      message: "is not an image",
      errors: [{ field: "file", message: "is not an image" }],
    }),
  );
  expect((await screen.findByRole("alert")).textContent).toBe("This file is not an image");
  await userEvent.click(screen.getByRole("button", { name: "Dismiss page.png" }));
  expect(screen.queryByRole("alert")).toBeNull();
});

test("an image is chosen although the upload of an earlier file has failed", async () => {
  holdUploads();
  const { onChange } = show([]);
  await openPicker("Choose image");
  const input = await screen.findByLabelText<HTMLInputElement>("Upload image");
  fireEvent.change(input, { target: { files: [new File(["<html>"], "page.png")] } });
  await waitFor(() => expect(PendingRequest.opened.length).toBe(1));
  act(() => PendingRequest.opened[0]?.answer(500, { type: "server_error", message: "Server error" }));
  expect((await screen.findByRole("alert")).textContent).toBe("Server error");
  fireEvent.change(input, { target: { files: [new File(["1"], "one.png")] } });
  await waitFor(() => expect(PendingRequest.opened.length).toBe(2));
  act(() => PendingRequest.opened[1]?.answer(201, media("one")));
  await waitFor(() => expect(onChange.mock.calls).toEqual([["/media/one"]]));
});

test("the picker stays open if one of several files that were added together could not be uploaded", async () => {
  holdUploads();
  const { onChange } = show([]);
  await openPicker("Choose image");
  const files = [new File(["<html>"], "page.png"), new File(["1"], "one.png")];
  fireEvent.drop(await screen.findByText("No images yet"), { dataTransfer: { files } });
  await waitFor(() => expect(PendingRequest.opened.length).toBe(1));
  act(() => PendingRequest.opened[0]?.answer(500, { type: "server_error", message: "Server error" }));
  await waitFor(() => expect(PendingRequest.opened.length).toBe(2));
  act(() => PendingRequest.opened[1]?.answer(201, media("one")));
  await waitFor(() => expect(screen.queryByRole("progressbar", { name: "Upload of one.png" })).toBeNull());
  expect(screen.getByRole("alert").textContent).toBe("Server error");
  expect(onChange).not.toHaveBeenCalled();
});

test("a file of more than 10 MB is refused without an upload", async () => {
  holdUploads();
  show([]);
  await openPicker("Choose image");
  const large = new File(["x"], "large.png");
  Object.defineProperty(large, "size", { value: 10 * 1024 * 1024 + 1 });
  fireEvent.drop(await screen.findByText("No images yet"), { dataTransfer: { files: [large] } });
  expect((await screen.findByRole("alert")).textContent).toBe("Larger than 10 MB");
  expect(PendingRequest.opened).toEqual([]);
});

test("the delete dialog names the uses of a file before it is deleted", async () => {
  const uses = [{ kind: "widget", id: "w1", name: "Sub alerts" }];
  const { calls } = show([media("a", { name: "Cheer", used_by: uses })]);
  await openPicker("Choose image");
  expect(await screen.findByText("Used by Sub alerts")).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: "Actions for Cheer" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Delete" }));
  const dialog = await screen.findByRole("dialog", { name: "Delete Cheer?" });
  expect(within(dialog).getByText("Used by Sub alerts, which will be without it.")).toBeDefined();
  expect(calls.some(({ method }) => method === "DELETE")).toBe(false);
  await userEvent.click(within(dialog).getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(calls).toContainEqual({ method: "DELETE", path: "/channels/c1/media/a", body: null }));
});

test("a file is renamed", async () => {
  const { calls } = show([media("a", { name: "Cheer" })]);
  await openPicker("Choose image");
  await userEvent.click(await screen.findByRole("button", { name: "Actions for Cheer" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Rename" }));
  const name = await screen.findByRole("textbox", { name: "Name" });
  await userEvent.clear(name);
  await userEvent.type(name, "Hype{Enter}");
  const renamed = { method: "PATCH", path: "/channels/c1/media/a", body: { name: "Hype" } };
  await waitFor(() => expect(calls).toContainEqual(renamed));
});

test("a sound is played and stopped", async () => {
  const played: string[] = [];
  class FakeAudio {
    constructor(readonly path: string) {}
    play() {
      played.push(`play ${this.path}`);
      return Promise.resolve();
    }
    pause() {
      played.push("pause");
    }
  }
  replaceGlobal("Audio", FakeAudio);
  show([sound("b", { name: "Ding" })], { kind: "sound" });
  await openPicker("Choose sound");
  await userEvent.click(await screen.findByRole("button", { name: "Play Ding" }));
  await userEvent.click(await screen.findByRole("button", { name: "Stop Ding" }));
  expect(played).toEqual(["play /media/b", "pause"]);
});

test("a chosen file that was deleted is shown as deleted", async () => {
  show([], { value: "/media/gone" });
  expect(await screen.findByText("This file was deleted")).toBeDefined();
});
