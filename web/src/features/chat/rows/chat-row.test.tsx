import { MantineProvider } from "@mantine/core";
import { fireEvent, render, screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { Receipt, Removal } from "../../../api/chat";
import type { Platform } from "../../../api/types";
import { DEFAULT_APPEARANCE, readAppearance } from "../chat-appearance";
import { announcementOf, newMessagesLabel, recentLines } from "../chat-labels";
import { visibleRows } from "../list/visible-rows";
import { type ChatRow, type LineRow, lineRow, sentRow } from "../store/chat-window";
import { author, receipt, removal, sent, stored } from "../store/test-lines";
import { ChatRowView, type RowContext } from "./chat-row";
import { removalLabel } from "./removal-labels";
import { showsLine } from "./sent-echoes";

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
  appearance: DEFAULT_APPEARANCE,
  platforms: [TWITCH, TIKTOK],
  myNames: new Set(["juniper vale"]),
  myId: "u1",
  ...calls,
};

/** Renders the row as the list does and returns its element; `lines` may be echoes of a sent message. */
function show(row: ChatRow, overrides: Partial<RowContext> = {}, lines: readonly ChatRow[] = []) {
  const visible = visibleRows([...lines, row], DEFAULT_APPEARANCE).find(({ key }) => key === row.key);
  if (!visible) throw new Error("not shown");
  const { container } = render(
    <MantineProvider>
      <ChatRowView row={visible} context={{ ...context, ...overrides }} />
    </MantineProvider>,
  );
  const element = container.querySelector<HTMLElement>("[data-key]");
  if (!element) throw new Error("no row");
  return element;
}

test("a line shows platform and author, and the name opens the viewer card", () => {
  const row = lineRow(stored("nice parry", { author: author("kestrel", { is_subscriber: true }) }));
  const shown = within(show(row));
  expect(shown.getByRole("img", { name: "Twitch" })).toBeDefined();
  expect(shown.getByRole("img", { name: "Subscriber" })).toBeDefined();
  fireEvent.click(shown.getByRole("button", { name: "kestrel" }));
  expect(calls.onOpenViewer).toHaveBeenCalledWith(row.kind === "line" ? row.line : null);
});

test("badges can be hidden on lines and sent messages", () => {
  const lineWithBadge = lineRow(stored("nice parry", { author: author("kestrel", { is_subscriber: true }) }));
  const badges = (row: ChatRow, name: string, hasBadges: boolean) =>
    within(show(row, { appearance: { ...DEFAULT_APPEARANCE, hasBadges } })).queryAllByRole("img", { name }).length;
  const sentByBot = sentRow(sent("good evening", { speaker: "bot" }));
  expect([badges(lineWithBadge, "Subscriber", true), badges(sentByBot, "Bot", true)]).toEqual([1, 1]);
  expect([badges(lineWithBadge, "Subscriber", false), badges(sentByBot, "Bot", false)]).toEqual([0, 0]);
});

test("a message sent as the bot has the name of the sending account, and the staff member who wrote it", () => {
  const text = (names: readonly string[], speaker: "me" | "bot" = "bot") => {
    const receipts = names.map((account_name, index) => receipt({ connection_id: `c${index}`, account_name }));
    return show(sentRow(sent("s1", { speaker, receipts }))).textContent;
  };
  expect(text(["Stagehand", "Stagehand"])).toContain("Stagehandby Juniper: five minute break");
  expect(text(["Stagehand", "JuniperVale"])).toContain("Stagehand and JuniperValeby Juniper: five minute break");
  expect(text(["Juniper"])).toContain("Juniper: five minute break");
  expect(text([""], "me")).toContain("Juniper: five minute break");
  const [row] = visibleRows(
    [sentRow(sent("s1", { speaker: "bot", receipts: [receipt({ account_name: "Stagehand" })] }))],
    DEFAULT_APPEARANCE,
  );
  expect(row && announcementOf(row, "")).toBe("Stagehand, sent from here by Juniper: five minute break");
});

test("a name with markup, bidi controls or combining marks is shown as text", () => {
  const name = "<b onclick=alert(1)>\u202Eevil\u0351\u0363\u0352";
  const shown = show(lineRow(stored("hi", { author: author("x", { name, colour: "expression(alert(1))" }) })));
  expect(shown.querySelector("b, [onclick]")).toBeNull();
  expect(shown.querySelector("bdi")?.textContent).toBe(name);
  expect(shown.textContent).toContain(": hi");
});

test("a reply quotes the message that it answers, a first message has a small mark with a label", () => {
  const reply_to = { message_id: "m0", text: "what are we playing?", author_id: "1", author_name: "softlanding" };
  const shown = show(lineRow(stored("Tunic", { reply_to, is_first: true })));
  expect(shown.textContent).toContain("softlanding: what are we playing?");
  const mark = within(shown).getByRole("img", { name: "First message" });
  expect([mark.title, mark.textContent]).toEqual(["First message", ""]);
});

test("a gift to several viewers is one line with the names on demand", () => {
  const gift = { kind: "notice", headline: "kestrel gifted 20 subs", gifts: 20, recipients: ["Ana", "Bo"] } as const;
  const shown = show(lineRow(stored("", { ...gift, recipients: [...gift.recipients], text: "", parts: [] })));
  const names = shown.querySelector("details");
  expect([names?.open, names?.querySelector("summary")?.textContent]).toEqual([false, "Names"]);
  expect(names?.querySelector("p")?.textContent).toBe("Ana, Bo and 18 more");
});

test("a reply without quoted text shows only the name", () => {
  const reply_to = { message_id: "m0", text: "", author_id: "1", author_name: "softlanding" };
  const shown = show(lineRow(stored("Tunic", { reply_to, author: author("kestrel") })));
  expect(shown.textContent).toContain("softlanding");
  expect(shown.textContent).not.toContain("softlanding:");
});

test("a line that mentions me is highlighted", () => {
  const parts = [{ kind: "mention" as const, text: "@Juniper Vale" }];
  expect(show(lineRow(stored("x", { parts }))).hasAttribute("data-me")).toBe(true);
});

test("a deleted line is struck through, with actor and reason", () => {
  const removed = removal({ how: "timed_out", seconds: 600, by: "oskar_mod", reason: "link not allowed" });
  const shown = show(lineRow(stored("FREE skins", {}, removed)));
  expect(shown.querySelector("s")?.textContent).toBe("FREE skins");
  expect(shown.textContent).toContain("Timed out 10 m by oskar_mod · link not allowed");
});

test("a ban can be undone at the line by users who may undo it, a cleared chat cannot", () => {
  const onUndo = vi.fn();
  const banned = lineRow(stored("spoiler", { author: author("kestrel") }, removal({ how: "banned", by: "Juniper" })));
  const cleared = lineRow(stored("hi", { author: author("kestrel") }, removal({ how: "cleared" })));
  const undoButton = (row: ChatRow, overrides: Partial<RowContext>) =>
    within(show(row, overrides)).queryByRole("button", { name: "Undo for kestrel" });
  expect([undoButton(banned, {}), undoButton(cleared, { onUndo })]).toEqual([null, null]);
  fireEvent.click(undoButton(banned, { onUndo }) ?? document.body);
  expect(onUndo).toHaveBeenCalledWith(banned.kind === "line" ? banned.line : null);
});

test.each([
  [
    removal({ how: "filtered", by: "Spam phrases", is_here_only: true }),
    TIKTOK,
    "Deleted by Spam phrases filter · hidden here only; still visible on TikTok",
  ],
  [removal({ is_here_only: true }), TWITCH, "Deleted · hidden here only; still visible on Twitch"],
  [removal({ how: "banned", by: "mira", reason: "spam" }), TWITCH, "Banned by mira · spam"],
  [removal({ how: "cleared", by: "mira" }), TWITCH, "Chat cleared by mira"],
  [removal({ how: "timed_out", seconds: 5400 }), undefined, "Timed out 1 h 30 m"],
])("a removal label names action, actor, reason and visibility", (removed, platform, label) => {
  expect(removalLabel(removed, platform)).toBe(label);
});

test("a notice shows the viewer's name as a button and their message", () => {
  const overrides = { kind: "notice" as const, headline: "kestrel subscribed for 3 months", text: "hooray" };
  const shown = show(lineRow(stored("n1", { ...overrides, parts: [{ kind: "text", text: "hooray" }] })));
  expect(shown.getAttribute("data-kind")).toBe("notice");
  expect(within(shown).getByRole("button", { name: "kestrel" })).toBeDefined();
  expect(shown.textContent).toContain("subscribed for 3 months");
  expect(shown.textContent).toContain("hooray");
});

test("a gap shows how much is missing and has no buttons", () => {
  const shown = show(lineRow(stored("g1", { kind: "gap", text: "120 messages were not shown", parts: [] })));
  expect(shown.textContent).toContain("120 messages were not shown");
  expect(within(shown).queryByRole("button")).toBeNull();
});

test("receipts show the delivery state, and failed ones can be retried", () => {
  const receipts = [
    receipt({ state: "sent", parts: 2 }),
    receipt({ connection_id: "yt-1", provider: "tiktok", state: "failed", detail: "slow mode, 4 s left" }),
    receipt({ connection_id: "k-1", state: "dropped", detail: "Dropped by Twitch: held back by AutoMod" }),
    receipt({ connection_id: "k-2", state: "pending" }),
  ];
  show(sentRow(sent("s1", { receipts })));
  const items = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(items).toEqual([
    "Sent in 2 parts",
    "Failed: slow mode, 4 s leftRetry",
    "Dropped by Twitch: held back by AutoModRetry",
    "Sending",
  ]);
  fireEvent.click(screen.getByRole("button", { name: "Retry on TikTok" }));
  expect(calls.onRetry).toHaveBeenLastCalledWith("s1", "yt-1");
  fireEvent.click(screen.getByRole("button", { name: "Retry on Twitch" }));
  expect(calls.onRetry).toHaveBeenLastCalledWith("s1", "k-1");
});

test("a message another user sent as themselves cannot be retried, one sent as the bot can", () => {
  const failed = { user_id: "u2", receipts: [receipt({ state: "failed" })] };
  const retries = (speaker: "me" | "bot") =>
    within(show(sentRow(sent("s1", { ...failed, speaker })))).queryAllByRole("button", { name: /^Retry/ }).length;
  expect([retries("me"), retries("bot")]).toEqual([0, 1]);
});

test("the receipt of a partly sent text has a button that sends the remaining parts", () => {
  const detail = "Dropped by Twitch: Only the first 1 of 3 parts were sent.";
  show(sentRow(sent("s1", { receipts: [receipt({ state: "dropped", detail, parts: 3, message_ids: ["a"] })] })));
  fireEvent.click(screen.getByRole("button", { name: "Send remaining parts on Twitch" }));
  expect(calls.onRetry).toHaveBeenLastCalledWith("s1", "twitch-1");
});

const sentToBoth = (more: Partial<Receipt> = {}) =>
  sentRow(
    sent("s1", {
      receipts: [
        receipt({ state: "sent", message_ids: ["t1"], ...more }),
        receipt({ state: "sent", connection_id: "tok-1", provider: "tiktok", message_ids: ["k1"] }),
      ],
    }),
  );
const echo = (id: string, removed: Removal | null = null, overrides: Parameters<typeof stored>[1] = {}) =>
  lineRow(
    stored(
      id,
      { ...(id.startsWith("k") ? { connection_id: "tok-1", provider: "tiktok" } : {}), ...overrides },
      removed,
    ),
  );
const deliveries = () => screen.getAllByRole("listitem").map(({ textContent }) => textContent);

test("a sent message deleted on one platform shows that in its receipt and is not struck through", () => {
  const removed = removal({ by: "oskar_mod", reason: "off topic" });
  const shown = show(sentToBoth(), {}, [echo("t1", removed), echo("k1")]);
  expect(deliveries()).toEqual(["Deleted by oskar_mod · off topic", "Sent"]);
  expect([shown.querySelector("s"), shown.hasAttribute("data-removed")]).toEqual([null, false]);
});

test("a sent message deleted on every platform is struck through", () => {
  const removed = [echo("t1", removal({ by: "oskar_mod" })), echo("k1", removal({ how: "cleared", by: "mira" }))];
  const shown = show(sentToBoth(), {}, removed);
  expect(shown.querySelector("s")?.textContent).toBe("t1");
  expect(shown.hasAttribute("data-removed")).toBe(true);
  expect(deliveries()).toEqual(["Deleted by oskar_mod", "Chat cleared by mira"]);
});

test("a message restored in Greenroom keeps a platform's deletion in its receipt and is not struck through", () => {
  const undone = (row: LineRow, former_removal: Removal) => lineRow({ ...row, former_removal });
  const lines = [undone(echo("t1"), removal({ by: "oskar_mod" })), undone(echo("k1"), removal({ is_here_only: true }))];
  const shown = show(sentToBoth(), {}, lines);
  expect(deliveries()).toEqual(["Deleted by oskar_mod", "Sent"]);
  expect([shown.querySelector("s"), shown.hasAttribute("data-removed")]).toEqual([null, false]);
});

test("a text sent in two parts, of which one is deleted, is not struck through", () => {
  const row = sentRow(sent("s1", { receipts: [receipt({ state: "sent", parts: 2, message_ids: ["t1", "t2"] })] }));
  const shown = show(row, {}, [echo("t1", removal({ by: "mira" })), echo("t2")]);
  expect(deliveries()).toEqual(["1 of 2 parts: Deleted by mira"]);
  expect(shown.hasAttribute("data-removed")).toBe(false);
  expect(shown.textContent).toContain("t1 t2");
});

test("a message that is deleted on one platform and pending on another is not struck through", () => {
  const receipts = [receipt({ state: "sent", message_ids: ["t1"] }), receipt({ connection_id: "tok-1" })];
  expect(show(sentRow(sent("s1", { receipts })), {}, [echo("t1", removal())]).hasAttribute("data-removed")).toBe(false);
});

test("a sent message gets emotes and links from its first echo", () => {
  const parts = [
    { kind: "emote" as const, text: "catJAM", url: "https://cdn.7tv.app/emote/1/1x.webp", source: "7tv" },
    { kind: "text" as const, text: " see " },
    { kind: "link" as const, text: "example.org", url: "https://example.org" },
  ];
  const before = show(sentToBoth());
  expect([within(before).queryByRole("link"), before.textContent?.includes("five minute break")]).toEqual([null, true]);
  const after = within(show(sentToBoth(), {}, [echo("t1", null, { parts })]));
  expect(after.getByRole("img", { name: "catJAM" })).toBeDefined();
  expect(after.getByRole("link", { name: "example.org" })).toBeDefined();
});

test("the text of a sent message is taken from the first platform that still shows it", () => {
  expect(show(sentToBoth(), {}, [echo("t1", removal()), echo("k1")]).textContent).toContain("Juniper: k1");
  expect(show(sentToBoth(), {}, [echo("t1"), echo("k1")]).textContent).toContain("Juniper: t1");
});

test("the row of a sent message is the same object until the message or an echo changes", () => {
  const rows = [echo("t1"), echo("k1"), sentToBoth()];
  const visible = (all: readonly ChatRow[]) => visibleRows(all, DEFAULT_APPEARANCE).at(-1);
  expect(visible([lineRow(stored("other")), ...rows])).toBe(visible(rows));
  expect(visible([echo("t1", removal()), ...rows.slice(1)])).not.toBe(visible(rows));
});

test("an echo is found in the row of its sent message", () => {
  const [other, sentOne] = visibleRows([lineRow(stored("other")), echo("t1"), sentToBoth()], DEFAULT_APPEARANCE);
  expect([other, sentOne].map((row) => row && showsLine(row, "twitch-1:t1"))).toEqual([false, true]);
});

test("the screen reader announcement of a sent message says whether it was deleted", () => {
  const [shownRow] = visibleRows([sentToBoth()], DEFAULT_APPEARANCE);
  const removed = visibleRows([echo("t1", removal()), echo("k1", removal()), sentToBoth()], DEFAULT_APPEARANCE).at(-1);
  expect([shownRow, removed].map((row) => row && announcementOf(row, ""))).toEqual([
    "Juniper, sent from here: five minute break",
    "Juniper, sent from here: five minute break, deleted",
  ]);
});

test("a row of the public chat has no buttons", () => {
  const shown = show(lineRow(stored("hi")), { onOpenViewer: null, onRetry: null });
  expect(within(shown).queryByRole("button")).toBeNull();
});

test("echoes are hidden, and bots and deleted lines depending on the settings", () => {
  const rows = [
    lineRow(stored("plain", { second: 1 })),
    lineRow(stored("bot", { second: 2, author: author("b", { is_bot: true }) })),
    lineRow(stored("removed", { second: 3 }, removal())),
    lineRow(stored("echo", { second: 4 })),
    sentRow(sent("s1", { receipts: [receipt({ state: "sent", message_ids: ["echo"] })] })),
  ];
  const keys = (appearance: { hidesBots: boolean; showsRemoved: boolean }) =>
    visibleRows(rows, appearance).map(({ key }) => key);
  expect(keys({ hidesBots: false, showsRemoved: true })).toEqual([
    "twitch-1:plain",
    "twitch-1:bot",
    "twitch-1:removed",
    "sent:s1",
  ]);
  expect(keys({ hidesBots: true, showsRemoved: false })).toEqual(["twitch-1:plain", "sent:s1"]);
  const allRemoved = rows.map((row) => (row.kind === "line" ? { ...row, removal: removal() } : row));
  expect(visibleRows(allRemoved, { hidesBots: false, showsRemoved: false })).toEqual([]);
});

test("a saved appearance is read, and unknown values become defaults", () => {
  expect(readAppearance(undefined)).toEqual(DEFAULT_APPEARANCE);
  expect(readAppearance({ chat_look: { fontSize: 99, hidesBots: true, hasTimes: "yes" } })).toEqual({
    ...DEFAULT_APPEARANCE,
    hidesBots: true,
  });
});

test("the jump button shows the number of new messages", () => {
  expect([0, 1, 1204].map(newMessagesLabel)).toEqual(["Jump to latest", "1 new message", "1,204 new messages"]);
});

test("recent viewers are listed once, newest first", () => {
  const rows = [stored("a", { author: "x" }), stored("b", { author: "y" }), stored("c", { author: "x" })].map(lineRow);
  expect(recentLines(rows).map(({ text }) => text)).toEqual(["c", "b"]);
});
