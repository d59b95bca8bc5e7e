import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { stored } from "../features/chat/store/test-lines";
import { openApp, type ServerCall } from "./test-app";

const fox = stored("the fox is so small", { second: 1 });
const latest = stored("gg everyone", { second: 3000 });

/** Responses with a message about a fox, which only a search and a request for older messages return. */
function respond({ path }: ServerCall) {
  if (!path.startsWith("/channels/c1/chat-messages")) return null;
  const query = new URLSearchParams(path.split("?")[1]);
  if (query.get("q") === "fox") return { records: [fox], cursor: null };
  return { records: query.has("until") ? [fox] : [latest], cursor: query.has("until") ? null : "older" };
}

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
  Element.prototype.scrollTo = () => undefined;
  window.scrollTo = () => undefined;
});

const search = () => screen.getByLabelText("Chat search");
const inLog = (text: string) => within(screen.getByRole("log", { name: "Chat" })).queryByText(text);

async function searchForFox() {
  openApp("/channels/c1/chat", respond);
  await userEvent.click(await screen.findByRole("button", { name: "Search chat" }));
  await userEvent.type(await screen.findByLabelText("Text"), "fox");
  return within(search()).findByRole("button", { name: "Jump to message" });
}

test("search results stay beside the chat after a jump to a message; Back to results focuses its result [P4]", async () => {
  const ofNarrowScreen = window.matchMedia;
  onTestFinished(() => void vi.stubGlobal("matchMedia", ofNarrowScreen));
  vi.stubGlobal("matchMedia", (media: string) => ({ ...ofNarrowScreen(media), matches: media.includes("min-width") }));
  const jump = await searchForFox();
  expect(screen.getByRole("region", { name: "Chat" }).contains(search())).toBe(false);
  // The chat may load after the results: without a socket it waits a moment.
  const log = await screen.findByRole("log", { name: "Chat" });
  expect(within(log).getByText("gg everyone")).toBeTruthy();
  await userEvent.click(jump);
  // The list of a paused chat has no height here: its rows are tested in a browser.
  await screen.findByRole("button", { name: /latest/ });
  expect(inLog("gg everyone")).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole("log"));
  expect(within(search()).getByLabelText<HTMLInputElement>("Text").value).toBe("fox");
  expect(within(search()).getByRole("listitem").getAttribute("aria-current")).toBe("true");
  await userEvent.click(await screen.findByRole("button", { name: "Back to results" }));
  expect(document.activeElement).toBe(within(search()).getByRole("button", { name: "Jump to message" }));
});

test("on a narrow screen a jump to a message closes the search; Back to results reopens it with its text [P4]", async () => {
  await userEvent.click(await searchForFox());
  await screen.findByRole("button", { name: /latest/ });
  expect(screen.queryByLabelText("Chat search")).toBeNull();
  await userEvent.click(await screen.findByRole("button", { name: "Back to results" }));
  expect((await screen.findByLabelText<HTMLInputElement>("Text")).value).toBe("fox");
  expect(within(search()).getByText("the fox is so small")).toBeTruthy();
  await userEvent.click(within(search()).getByRole("button", { name: "Jump to message" }));
  await act(async () => screen.getByRole("button", { name: /latest/ }).click());
  await waitFor(() => expect(inLog("gg everyone")).toBeTruthy());
  expect(screen.queryByRole("button", { name: "Back to results" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Search chat" }));
  expect((await screen.findByLabelText<HTMLInputElement>("Text")).value).toBe("fox");
});
