import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ChatLine } from "../../api/chat";
import { sampleLine } from "../samples";
import type { Renderer, SettingsOf } from "../stage-types";
import { mountChat } from "./chat";

const SETTINGS: SettingsOf["chat"] = {
  providers: [],
  hides_commands: true,
  hides_bots: true,
  hidden_viewers: [],
  min_level: 0,
  disappear_after_seconds: 45,
  max_lines: 3,
  style: "bubbles",
  name_colour: "viewer",
  text_size: 32,
  background_percent: 86,
  has_badges: true,
  has_platform_icon: true,
  has_notices: true,
};

function line(text: string, changes: Partial<ChatLine> = {}): ChatLine {
  return { ...sampleLine("message", 0), message_id: text, text, parts: [{ kind: "text", text }], ...changes };
}

let root: HTMLElement;
let chat: Renderer | undefined;

function open(changes: Partial<SettingsOf["chat"]> = {}): Renderer {
  chat = mountChat(root, { ...SETTINGS, ...changes });
  return chat;
}

function add(...lines: ChatLine[]): void {
  for (const each of lines) chat?.event({ type: "line", line: each });
}

/** A line sent at this second, with any fraction: `06.3`. */
function sentAt(second: string, text: string, changes: Partial<ChatLine> = {}): ChatLine {
  return line(text, { ...changes, sent_at: `2025-03-04T12:00:${second}Z` });
}

const shown = () => [...root.querySelectorAll(".chat-text")].map((node) => node.textContent);
const frame = () => vi.advanceTimersToNextFrame();

beforeEach(() => {
  vi.useFakeTimers();
  root = document.createElement("div");
});
afterEach(() => {
  chat?.destroy();
  vi.useRealTimers();
});

describe("lines of the chat widget", () => {
  it("adds lines that arrive between two frames in one step, and only the latest of them", () => {
    open();
    const append = vi.spyOn(root.querySelector(".chat") as HTMLElement, "append");
    add(...Array.from({ length: 200 }, (_, at) => line(`message ${at}`)));
    expect(shown()).toEqual([]);
    frame();
    expect(shown()).toEqual(["message 197", "message 198", "message 199"]);
    expect(append).toHaveBeenCalledTimes(1);
  });

  it("shows a line once, even if it is sent again", () => {
    const first = line("hello");
    open().state({ lines: [first] });
    add(first);
    frame();
    add(first);
    frame();
    expect(shown()).toEqual(["hello"]);
  });
});

describe("lines that are removed from the chat widget", () => {
  it("removes deleted lines at once, shown or not", () => {
    open();
    add(line("shown"));
    frame();
    add(line("waiting"));
    const { connection_id } = line("");
    const lines = ["shown", "waiting"].map((message_id) => ({ connection_id, message_id }));
    chat?.event({ type: "removed", lines });
    expect(shown()).toEqual([]);
    frame();
    expect(shown()).toEqual([]);
  });

  it("removes the lines of a banned viewer", () => {
    open();
    const author = { id: "9", login: "spam", name: "Spam", colour: "#fff" };
    add(line("fine"), line("spam", { author }));
    frame();
    const { connection_id } = line("");
    const [since, until] = ["2000-01-01T00:00:00Z", "2100-01-01T00:00:00Z"];
    chat?.event({ type: "swept", connection_id, author_id: "9", since, until });
    expect(shown()).toEqual(["fine"]);
  });

  it("removes the lines of a banned viewer by time, whatever the length of the fractions", () => {
    open({ disappear_after_seconds: 0 });
    add(sentAt("05.9", "before"), sentAt("06", "first"), sentAt("06.3", "last"));
    frame();
    const { connection_id, sent_at: since } = sentAt("06.000000", "");
    const { sent_at: until } = sentAt("06.300000", "");
    chat?.event({ type: "swept", connection_id, author_id: "", since, until });
    expect(shown()).toEqual(["before"]);
  });
});

describe("lines that were removed while the page of the chat widget was offline", () => {
  it("drops them", () => {
    open();
    add(line("kept"), line("removed"));
    frame();
    chat?.state({ lines: [line("kept", { sent_at: "2000-01-01T00:00:00Z" })] });
    frame();
    expect(shown()).toEqual(["kept"]);
  });

  it("forgets them if they are hidden", () => {
    open();
    add(line("!removed"), line("!kept"));
    chat?.state({ lines: [line("!kept", { sent_at: "2000-01-01T00:00:00Z" })] });
    expect(chat?.current?.().lines?.map((each) => each.text)).toEqual(["!kept"]);
  });

  it("forgets them if they wait for a frame, also after a hundred hidden lines", () => {
    open({ disappear_after_seconds: 0 });
    add(sentAt("01", "removed"), ...Array.from({ length: 100 }, (_, at) => sentAt("02", `!${at}`)));
    chat?.state({ lines: [sentAt("00", "kept")] });
    frame();
    expect(shown()).toEqual(["kept"]);
  });

  it("are no older than the oldest line of the state, whatever the length of the fractions", () => {
    open({ disappear_after_seconds: 0 });
    add(sentAt("06", "older"), sentAt("06.3", "kept"), sentAt("06.4", "removed"));
    frame();
    chat?.state({ lines: [sentAt("06.3", "kept")] });
    frame();
    expect(shown()).toEqual(["older", "kept"]);
  });
});

describe("order of the lines of the chat widget", () => {
  beforeEach(() => open({ disappear_after_seconds: 0 }));

  it("puts an older line that follows a deletion in its place", () => {
    const [z, a, b, c] = [sentAt("01", "z"), sentAt("02", "a"), sentAt("03", "b"), sentAt("04", "c")];
    add(a, b, c);
    frame();
    chat?.state({ lines: [z, a, b] });
    frame();
    expect(shown()).toEqual(["z", "a", "b"]);
    add(sentAt("05", "d"));
    frame();
    expect(shown()).toEqual(["a", "b", "d"]);
  });

  it("puts older lines that a new command prefix reveals in their place", () => {
    const lines = [sentAt("01", "!a"), sentAt("02", "one"), sentAt("02", "!b")];
    chat?.state({ lines });
    frame();
    chat?.state({ lines, command_prefix: "?" });
    frame();
    expect(shown()).toEqual(["!a", "one", "!b"]);
  });

  it("puts a live line last, even if a slow platform sent it before all lines that are shown", () => {
    add(sentAt("02", "b"), sentAt("03", "c"), sentAt("04", "d"));
    frame();
    add(sentAt("01", "late"));
    frame();
    expect(shown()).toEqual(["c", "d", "late"]);
    add(sentAt("05", "e"), sentAt("01.5", "late too"));
    frame();
    expect(shown()).toEqual(["late", "e", "late too"]);
  });

  it("keeps the newest line of a state that also arrived live before the next frame", () => {
    const lines = ["01", "02", "03", "04"].map((second) => sentAt(second, second));
    add(sentAt("04", "04"));
    chat?.state({ lines });
    frame();
    expect(shown()).toEqual(["02", "03", "04"]);
  });
});

describe("what the chat widget hides", () => {
  it("hides commands by the channel's prefix, also after it has changed", () => {
    open().state({ lines: [line("!a"), line("one")] });
    frame();
    expect(shown()).toEqual(["one"]);
    chat?.state({ lines: [line("one")], command_prefix: "?" });
    add(line("?b"), line("!c"));
    frame();
    expect(shown()).toEqual(["one", "!c"]);
  });

  it("removes lines after their time, and does not show a line whose time is already over", () => {
    open({ disappear_after_seconds: 10 });
    add(line("old", { sent_at: new Date(Date.now() - 11_000).toISOString() }), line("new"));
    frame();
    expect(shown()).toEqual(["new"]);
    vi.advanceTimersByTime(10_500);
    expect(shown()).toEqual([]);
  });

  it.each<[string, Partial<SettingsOf["chat"]>, Partial<ChatLine>]>([
    ["commands", {}, { text: "!roll" }],
    ["bots", {}, { author: { id: "1", login: "b", name: "Bot", colour: "#fff", is_bot: true } }],
    [
      "viewers by name",
      { hidden_viewers: ["NIGHTBOT"] },
      { author: { id: "1", login: "nightbot", name: "N", colour: "#fff" } },
    ],
    ["other platforms", { providers: ["kick"] }, { provider: "twitch" }],
    ["viewers below the level", { min_level: 7 }, {}],
    ["notices", { has_notices: false }, { kind: "notice" }],
  ])("hides %s", (_, settings, changes) => {
    open(settings);
    add(line("hidden", changes));
    frame();
    expect(shown()).toEqual([]);
  });

  it("shows the text of an emote that does not load", () => {
    open();
    const parts: ChatLine["parts"] = [
      { kind: "text", text: "nice " },
      { kind: "emote", text: "Kappa", url: "https://emotes.example/gone" },
    ];
    add(line("torn", { parts }));
    frame();
    root.querySelector("img")?.dispatchEvent(new Event("error"));
    expect(root.querySelectorAll("img")).toHaveLength(0);
    expect(shown()).toEqual(["nice Kappa"]);
  });

  it("shows markup in a message as text, and no picture with a script address", () => {
    open();
    const parts: ChatLine["parts"] = [
      { kind: "text", text: "<img src=x>" },
      { kind: "emote", text: "Kappa", url: "javascript:alert(1)" },
    ];
    add(line("hostile", { parts }));
    frame();
    expect(root.querySelectorAll("img")).toHaveLength(0);
    expect(shown()).toEqual(["<img src=x>Kappa"]);
  });
});
