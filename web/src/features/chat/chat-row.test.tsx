import { MantineProvider } from "@mantine/core";
import { fireEvent, render, screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { Platform } from "../../api/types";
import { DEFAULT_LOOK, readLook } from "./chat-look";
import { ChatRowView, type RowContext } from "./chat-row";
import { type ChatRow, lineRow, sentRow } from "./chat-window";
import { newMessages, recentLines } from "./chat-words";
import { removalWords } from "./removal-words";
import { author, receipt, removal, sent, stored } from "./test-lines";
import { visibleRows } from "./visible-rows";

const platform = (provider: string, name: string, canDelete: boolean): Platform => ({
  provider,
  name,
  colour: "#000000",
  flags: {
    changeCategory: false,
    changeTitle: false,
    channelProvider: true,
    chatRead: true,
    chatReplyMessage: false,
    chatWrite: true,
    ownBot: false,
    signinProvider: false,
    stream: true,
    systemBot: false,
  },
  capabilities: [{ label: "Delete messages", supported: canDelete, reason: "" }],
  registration: "oauth",
  takesAccounts: true,
});
const TWITCH = platform("twitch", "Twitch", true);
const TIKTOK = platform("tiktok", "TikTok", false);
const calls = { onOpenViewer: vi.fn(), onRetry: vi.fn() };
const context: RowContext = {
  look: DEFAULT_LOOK,
  platforms: [TWITCH, TIKTOK],
  myNames: new Set(["juniper vale"]),
  ...calls,
};

function show(row: ChatRow, facts: Partial<RowContext> = {}) {
  const { container } = render(
    <MantineProvider>
      <ChatRowView row={row} context={{ ...context, ...facts }} />
    </MantineProvider>,
  );
  const element = container.querySelector<HTMLElement>("[data-key]");
  if (!element) throw new Error("no row");
  return element;
}

test("a line says where it comes from, who says it, and opens their card", () => {
  const row = lineRow(stored("nice parry", { author: author("kestrel", { is_subscriber: true }) }));
  const shown = within(show(row));
  expect(shown.getByRole("img", { name: "Twitch" })).toBeDefined();
  expect(shown.getByRole("img", { name: "Subscriber" })).toBeDefined();
  fireEvent.click(shown.getByRole("button", { name: "kestrel" }));
  expect(calls.onOpenViewer).toHaveBeenCalledWith(row.kind === "line" ? row.line : null);
});

test("whoever wants no badges sees none, beside others' words and one's own", () => {
  const heard = lineRow(stored("nice parry", { author: author("kestrel", { is_subscriber: true }) }));
  const badges = (row: ChatRow, name: string, hasBadges: boolean) =>
    within(show(row, { look: { ...DEFAULT_LOOK, hasBadges } })).queryAllByRole("img", { name }).length;
  const own = sentRow(sent("good evening", { speaker: "bot" }));
  expect([badges(heard, "Subscriber", true), badges(own, "Bot", true)]).toEqual([1, 1]);
  expect([badges(heard, "Subscriber", false), badges(own, "Bot", false)]).toEqual([0, 0]);
});

test("a name that is markup, turns round or piles up stays a name", () => {
  const name = "<b onclick=alert(1)>\u202Eevil\u0351\u0363\u0352";
  const shown = show(lineRow(stored("hi", { author: author("x", { name, colour: "expression(alert(1))" }) })));
  expect(shown.querySelector("b, [onclick]")).toBeNull();
  expect(shown.querySelector("bdi")?.textContent).toBe(name);
  expect(shown.textContent).toContain(": hi");
});

test("a reply shows what it answers, a first message its tag", () => {
  const reply_to = { message_id: "m0", text: "what are we playing?", author_id: "1", author_name: "softlanding" };
  const shown = show(lineRow(stored("Tunic", { reply_to, is_first: true })));
  expect(shown.textContent).toContain("softlanding: what are we playing?");
  expect(shown.textContent).toContain("first message");
});

test("a reply whose parent's words are not for everybody shows the name alone", () => {
  const reply_to = { message_id: "m0", text: "", author_id: "1", author_name: "softlanding" };
  const shown = show(lineRow(stored("Tunic", { reply_to, author: author("kestrel") })));
  expect(shown.textContent).toContain("softlanding");
  expect(shown.textContent).not.toContain("softlanding:");
});

test("a line that calls me stands out", () => {
  const parts = [{ kind: "mention" as const, text: "@Juniper Vale" }];
  expect(show(lineRow(stored("x", { parts }))).hasAttribute("data-me")).toBe(true);
});

test("a removed line is struck, with who and why behind it", () => {
  const gone = removal({ how: "timed_out", seconds: 600, by: "oskar_mod", reason: "link not allowed" });
  const shown = show(lineRow(stored("FREE skins", {}, gone)));
  expect(shown.querySelector("s")?.textContent).toBe("FREE skins");
  expect(shown.textContent).toContain("Timed out 10 m by oskar_mod · link not allowed");
});

test.each([
  [
    removal({ how: "filtered", by: "Spam phrases", is_here_only: true }),
    TIKTOK,
    "Hidden by filter Spam phrases · removed here only, TikTok takes no deletes",
  ],
  [removal({ is_here_only: true }), TWITCH, "Deleted · removed here only, Twitch still shows it"],
  [removal({ how: "banned", by: "mira", reason: "spam" }), TWITCH, "Banned by mira · spam"],
  [removal({ how: "cleared", by: "mira" }), TWITCH, "Chat cleared by mira"],
  [removal({ how: "timed_out", seconds: 5400 }), undefined, "Timed out 1 h 30 m"],
])("a removal is told in words", (gone, where, words) => {
  expect(removalWords(gone, where)).toBe(words);
});

test("a notice is a band with the person's name to press and what they added", () => {
  const facts = { kind: "notice" as const, headline: "kestrel subscribed for 3 months", text: "hooray" };
  const shown = show(lineRow(stored("n1", { ...facts, parts: [{ kind: "text", text: "hooray" }] })));
  expect(shown.getAttribute("data-kind")).toBe("notice");
  expect(within(shown).getByRole("button", { name: "kestrel" })).toBeDefined();
  expect(shown.textContent).toContain("subscribed for 3 months");
  expect(shown.textContent).toContain("hooray");
});

test("a gap says how much is missing and can be pressed nowhere", () => {
  const shown = show(lineRow(stored("g1", { kind: "gap", text: "120 messages were not shown", parts: [] })));
  expect(shown.textContent).toContain("120 messages were not shown");
  expect(within(shown).queryByRole("button")).toBeNull();
});

test("receipts tell what became of a sent message, and a failed one can be tried again", () => {
  const receipts = [
    receipt({ state: "sent", parts: 2 }),
    receipt({ connection_id: "yt-1", provider: "tiktok", state: "failed", detail: "slow mode, 4 s left" }),
    receipt({ connection_id: "k-1", state: "dropped", detail: "held back by AutoMod" }),
    receipt({ connection_id: "k-2", state: "pending" }),
  ];
  show(sentRow(sent("s1", { receipts })));
  const items = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(items).toEqual([
    "Sent in 2 parts",
    "Failed: slow mode, 4 s leftRetry",
    "Dropped: held back by AutoMod",
    "Sending",
  ]);
  fireEvent.click(screen.getByRole("button", { name: "Retry on TikTok" }));
  expect(calls.onRetry).toHaveBeenCalledWith("s1", "yt-1");
});

test("for everybody else nothing can be pressed", () => {
  const shown = show(lineRow(stored("hi")), { onOpenViewer: null, onRetry: null });
  expect(within(shown).queryByRole("button")).toBeNull();
});

test("echoes, bots and removed lines are hidden as wanted", () => {
  const rows = [
    lineRow(stored("plain", { second: 1 })),
    lineRow(stored("bot", { second: 2, author: author("b", { is_bot: true }) })),
    lineRow(stored("gone", { second: 3 }, removal())),
    lineRow(stored("echo", { second: 4 })),
    sentRow(sent("s1", { receipts: [receipt({ message_ids: ["echo"] })] })),
  ];
  const keys = (look: { hidesBots: boolean; showsRemoved: boolean }) => visibleRows(rows, look).map(({ key }) => key);
  expect(keys({ hidesBots: false, showsRemoved: true })).toEqual([
    "twitch-1:plain",
    "twitch-1:bot",
    "twitch-1:gone",
    "sent:s1",
  ]);
  expect(keys({ hidesBots: true, showsRemoved: false })).toEqual(["twitch-1:plain", "sent:s1"]);
});

test("a saved look is read as far as it makes sense", () => {
  expect(readLook(undefined)).toEqual(DEFAULT_LOOK);
  expect(readLook({ chat_look: { fontSize: 99, hidesBots: true, hasTimes: "yes" } })).toEqual({
    ...DEFAULT_LOOK,
    hidesBots: true,
  });
});

test("new messages are counted in words", () => {
  expect([0, 1, 1204].map(newMessages)).toEqual(["Go to the newest", "1 new message", "1,204 new messages"]);
});

test("people are offered once, whoever spoke last first", () => {
  const rows = [stored("a", { author: "x" }), stored("b", { author: "y" }), stored("c", { author: "x" })].map(lineRow);
  expect(recentLines(rows).map(({ text }) => text)).toEqual(["c", "b"]);
});
