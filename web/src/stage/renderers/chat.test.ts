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

  it("drops lines that were removed while the page was offline", () => {
    open();
    add(line("kept"), line("removed"));
    frame();
    chat?.state({ lines: [line("kept", { sent_at: "2000-01-01T00:00:00Z" })] });
    frame();
    expect(shown()).toEqual(["kept"]);
  });

  it("forgets hidden lines that were removed while the page was offline", () => {
    open();
    add(line("!removed"), line("!kept"));
    chat?.state({ lines: [line("!kept", { sent_at: "2000-01-01T00:00:00Z" })] });
    expect(chat?.current?.().lines?.map((each) => each.text)).toEqual(["!kept"]);
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
