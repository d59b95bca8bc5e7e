import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { activityDetail } from "./activity-detail";
import { CodeGuard } from "./guard/code-guard";
import { clockText } from "./renderers/countdown";
import { fieldsOf } from "./renderers/custom-html";
import { sampleActivity, sampleLine } from "./samples";
import { Stage } from "./stage";
import type { Alert, SettingsOf, State, StateFrame, TypeName } from "./stage-types";

const LOOK = { text_size: 24, background_percent: 86 };
const SETTINGS: Partial<SettingsOf> = {
  goal: {
    ...LOOK,
    title: "Road",
    metric: "count",
    kinds: [],
    providers: [],
    target: 500,
    start: 0,
    since: null,
    colour: "#3ddc97",
  },
  viewer_count: { ...LOOK, providers: [], layout: "each" },
  event_list: { ...LOOK, title: "", kinds: ["raid"], providers: [], minimum: 0, max_events: 2 },
  countdown: { ...LOOK, title: "Back in", finished_text: "Here we go", seconds: 300 },
  text: { ...LOOK, text: "", refresh_seconds: 30, colour: "#ffffff", align: "left" },
  subathon: {
    ...LOOK,
    title: "",
    finished_text: "",
    seconds: 300,
    providers: [],
    seconds_per_follow: 0,
    seconds_per_sub: 300,
    seconds_per_dollar: 60,
    max_seconds: 0,
  },
  emote_wall: { providers: [], motion: "rise", size: 64, seconds: 6, max_emotes: 60, max_per_message: 2 },
  now_playing: { ...LOOK, has_picture: true, has_progress: true },
  giveaway: { ...LOOK, title: "", has_count: true, colour: "#3ddc97" },
  leaderboard: { ...LOOK, title: "", max_rows: 2, has_avatars: true, colour: "#3ddc97" },
  queue: { ...LOOK, title: "", max_rows: 3, queue_id: null, hides_when_closed: true, colour: "#3ddc97" },
};

const CHAT: SettingsOf["chat"] = {
  ...LOOK,
  providers: [],
  hides_commands: true,
  hides_bots: true,
  hidden_viewers: [],
  min_level: 0,
  disappear_after_seconds: 0,
  max_lines: 30,
  style: "bubbles",
  name_colour: "viewer",
  has_badges: true,
  has_platform_icon: true,
  has_notices: true,
};
const ALERT: Alert = {
  id: "a",
  kind: "raid",
  provider: "twitch",
  text: [{ text: "Ana raids" }],
  message: [],
  image: "",
  video: "",
  sound: "",
  volume: 80,
  layout: "above",
  animation: "fade",
  duration_ms: 60_000,
  elapsed_ms: 0,
  speech: null,
};

function frame(type: TypeName, state: State, css = ""): StateFrame {
  return { type: "state", revision: 1, widget: { id: "1", type, settings: SETTINGS[type] as never, css }, state };
}

let root: HTMLElement;
let stage: Stage;
beforeEach(() => {
  root = document.createElement("div");
  stage = new Stage(root, { reportShown: () => undefined, guard: new CodeGuard("1", false, () => undefined) });
});
afterEach(() => stage.blank());

describe("types of widgets", () => {
  it("shows a goal and its next value", () => {
    stage.receive(frame("goal", { current: 412 }));
    expect(root.querySelector(".goal-number")?.textContent).toBe("412 / 500");
    stage.receive({ type: "update", state: { current: 500 } });
    expect(root.querySelector(".goal-reached .goal-number")?.textContent).toBe("500 / 500");
  });

  it("lists the latest events of its kinds, each once", () => {
    stage.receive(frame("event_list", { activities: [{ ...sampleActivity("raid", 0), id: "a" }] }));
    stage.receive({ type: "activity", activity: { ...sampleActivity("raid", 1), id: "a", count: 5 } });
    stage.receive({ type: "activity", activity: { ...sampleActivity("follow", 1), id: "b" } });
    expect(root.querySelector(".event-detail")?.textContent).toBe("5 raiders");
    expect(root.querySelectorAll(".event")).toHaveLength(1);
  });

  it("counts the viewers of live streams by platform and ignores outdated reports", () => {
    const stream = { id: "s", revision: 2, provider: "kick", is_live: true, viewers: 503 };
    stage.receive(frame("viewer_count", { streams: [stream, { ...stream, id: "t", viewers: 1_000 }] }));
    stage.receive({ type: "stream", action: "updated", data: { ...stream, revision: 1, viewers: 9 } });
    expect(root.textContent).toBe("1,503");
    stage.receive({ type: "stream", action: "updated", data: { ...stream, revision: 3, is_live: false } });
    expect(root.textContent).toBe("1,000");
  });

  it("shows a countdown, and its closing text at the end", () => {
    stage.receive(frame("countdown", { countdown: { left_ms: 272_000, is_running: false, ends_at: null } }));
    expect(root.querySelector(".countdown-time")?.textContent).toBe("04:32");
    stage.receive({ type: "countdown", left_ms: 0, is_running: true, ends_at: "2026-11-19T20:00:00Z" });
    expect(root.querySelector<HTMLElement>(".countdown-finished")?.hidden).toBe(false);
  });

  it("hides a song that is paused", () => {
    const song = { title: "Slow Tide", artists: ["Marrow"], picture_url: "", duration_ms: 9, progress_ms: 1 };
    stage.receive(frame("now_playing", { song }));
    expect(root.querySelector(".song-title")?.textContent).toBe("Slow Tide");
    stage.receive({ type: "update", state: { song: null } });
    expect(root.querySelector<HTMLElement>(".song")?.hidden).toBe(true);
  });

  it("hides a picture that does not load, and still shows its song", () => {
    const song = { title: "Slow Tide", artists: [], picture_url: "/gone", duration_ms: 9, progress_ms: 1 };
    stage.receive(frame("now_playing", { song }));
    root.querySelector("img")?.dispatchEvent(new Event("error"));
    expect(root.querySelectorAll("img")).toHaveLength(0);
    expect(root.querySelector(".song-title")?.textContent).toBe("Slow Tide");
  });

  it("shows the emotes of a message, and removes an emote that does not load", () => {
    stage.receive(frame("emote_wall", {}));
    stage.receive({ type: "line", line: sampleLine("emotes", 0) });
    expect(root.querySelectorAll(".wall-emote")).toHaveLength(2);
    root.querySelector("img")?.dispatchEvent(new Event("error"));
    expect(root.querySelectorAll(".wall-emote")).toHaveLength(1);
  });

  it("shows the time that a viewer adds to a subathon", () => {
    stage.receive(frame("subathon", { countdown: { left_ms: 60_000, is_running: false, ends_at: null } }));
    const added = { added_ms: 60_000, added_by: "Ana" };
    stage.receive({ type: "countdown", left_ms: 120_000, is_running: false, ends_at: null, ...added });
    expect(root.querySelector(".countdown-time")?.textContent).toBe("02:00");
    expect(root.querySelector(".countdown-added")?.textContent).toBe("+01:00 Ana");
  });
});

describe("widgets whose content is declared by a feature", () => {
  it("shows how to enter a giveaway, then its winners, and nothing without one", () => {
    const open = { prize: "Mug", state: "open", keyword: "!mug", entry_count: 2, ticket_count: 3, winners: [] };
    stage.receive(frame("giveaway", { giveaway: open }));
    expect(root.querySelector(".giveaway")?.textContent).toBe("MugWrite !mug2 viewers, 3 tickets");
    const winners = [{ name: "Ana", provider: "kick", is_waiting: true }];
    stage.receive({ type: "update", state: { giveaway: { ...open, state: "drawn", winners } } });
    expect(root.querySelector(".giveaway")?.textContent).toBe("MugAnawrite to claim");
    stage.receive({ type: "update", state: { giveaway: null } });
    expect(root.querySelector<HTMLElement>(".giveaway")?.hidden).toBe(true);
  });

  it("shows the highest balances, with the platform's icon in place of a picture that does not load", () => {
    const row = (name: string, balance: number) => ({ name, balance, provider: "kick", avatar_url: `/${name}` });
    const rows = [row("Ana", 64_210), row("Bo", 900), row("Cy", 5)];
    stage.receive(frame("leaderboard", { leaderboard: { points_name: "acorns", rows } }));
    root.querySelector("img")?.dispatchEvent(new Event("error"));
    expect(root.querySelector(".leaderboard-title")?.textContent).toBe("acorns");
    expect([...root.querySelectorAll(".leaderboard-row")].map((one) => one.textContent)).toEqual([
      "1Ana64,210",
      "2Bo900",
    ]);
    expect(root.querySelectorAll(".leaderboard-platform")).toHaveLength(1);
    stage.receive({ type: "update", state: { leaderboard: { points_name: "acorns", rows: [] } } });
    expect(root.querySelector<HTMLElement>(".leaderboard")?.hidden).toBe(true);
  });

  it("shows who plays, who is next and how many more wait, and hides a closed queue", () => {
    const viewer = (name: string, state: string) => ({ name, state, provider: "kick" });
    const rows = [viewer("Ana", "playing"), viewer("Bo", "called"), viewer("Cy", "waiting"), viewer("Di", "waiting")];
    const queue = { name: "Races", is_open: true, waiting: 12, rows };
    stage.receive(frame("queue", { queue }));
    expect([...root.querySelectorAll(".queue > *")].map((one) => one.textContent)).toEqual([
      "Races",
      "Anaplaying",
      "Bonext",
      "1Cy",
      "and 11 more",
    ]);
    stage.receive({ type: "update", state: { queue: { ...queue, is_open: false } } });
    expect(root.querySelector<HTMLElement>(".queue")?.hidden).toBe(true);
  });
});

describe("marks of platforms", () => {
  const name = { name: "Ana", provider: "kick" };
  const prize = { prize: "Mug", state: "drawn", keyword: "", entry_count: 1, ticket_count: 1 };
  it.each([
    frame("giveaway", { giveaway: { ...prize, winners: [{ ...name, is_waiting: false }] } }),
    frame("leaderboard", { leaderboard: { points_name: "", rows: [{ ...name, balance: 1, avatar_url: "" }] } }),
    frame("queue", { queue: { name: "Races", is_open: true, waiting: 1, rows: [{ ...name, state: "waiting" }] } }),
  ])("are as high as the text in $widget.type", (state) => {
    const style = document.createElement("style");
    style.textContent = readFileSync("src/stage/stage.css", "utf8");
    document.body.append(style, root);
    stage.receive(state);
    const mark = root.querySelector("svg[data-platform]");
    expect(mark && getComputedStyle(mark).height).toBe("1em");
    document.body.replaceChildren();
  });
});

describe("the stage", () => {
  it("applies events that arrive before the state", () => {
    stage.receive({ type: "activity", activity: { ...sampleActivity("raid", 1), id: "a" } });
    stage.receive(frame("event_list", { activities: [] }));
    expect(root.querySelectorAll(".event")).toHaveLength(1);
  });

  it("removes content and CSS when its key is revoked", () => {
    stage.receive(frame("text", { text: "hello" }, ".text { color: red }"));
    const style = document.head.querySelectorAll("style");
    expect([...style].some((each) => each.textContent.includes(".text"))).toBe(true);
    stage.blank();
    expect(root.childNodes).toHaveLength(0);
    expect([...style].some((each) => each.textContent.includes(".text"))).toBe(false);
  });

  it("is blank while its widget is off", () => {
    stage.receive(frame("text", { text: "hello" }));
    stage.dropEarlyEvents();
    stage.receive({ type: "off" });
    expect(root.childNodes).toHaveLength(0);
    stage.receive(frame("text", { text: "hello" }));
    expect(root.textContent).toBe("hello");
  });

  it("shows the settings that are being edited", () => {
    stage.receive(frame("goal", { current: 412 }));
    stage.preview({ ...SETTINGS.goal, target: 1_000 }, "");
    expect(root.querySelector(".goal-number")?.textContent).toBe("412 / 1,000");
  });

  it("keeps events that arrived after the state while settings and CSS are edited", () => {
    stage.receive(frame("event_list", { activities: [] }));
    stage.receive({ type: "activity", activity: { ...sampleActivity("raid", 1), id: "a" } });
    stage.preview({ ...SETTINGS.event_list, text_size: 40 }, "");
    expect(root.querySelectorAll(".event")).toHaveLength(1);
    const node = root.querySelector(".event");
    stage.preview({ ...SETTINGS.event_list, text_size: 40 }, ".event { opacity: 0.5 }");
    expect(root.querySelector(".event")).toBe(node);
    stage.preview({ ...SETTINGS.event_list, kinds: ["follow"] }, "");
    expect(root.querySelectorAll(".event")).toHaveLength(0);
  });

  it("keeps the alert on screen while settings are edited", () => {
    const settings = { rules: [], gap_seconds: 1, text_size: 40, volume: 100 };
    const widget = { id: "1", type: "alerts" as const, settings, css: "" };
    stage.receive({ type: "state", revision: 1, widget, state: { alert: null } });
    stage.receive({ type: "alert", alert: ALERT });
    stage.preview({ ...settings, text_size: 60 }, "");
    expect(root.querySelector<HTMLElement>(".alert")?.dataset["animation"]).toBe("none");
    expect(root.querySelector(".alert-text")?.textContent).toBe("Ana raids");
  });

  it("shows the same chat lines with other settings, but none that were deleted", async () => {
    const widget = { id: "1", type: "chat" as const, settings: CHAT, css: "" };
    stage.receive({ type: "state", revision: 1, widget, state: { lines: [] } });
    const lines = [sampleLine("message", 1), sampleLine("message", 2)] as const;
    for (const line of lines) stage.receive({ type: "line", line });
    stage.receive({ type: "removed", lines: [lines[0]] } as never);
    stage.preview({ ...CHAT, text_size: 48 }, "");
    await vi.waitFor(() => expect(root.querySelectorAll(".chat-line")).toHaveLength(1));
  });
});

describe("the language of the page", () => {
  it("has the language of the channel, and its own again once the channel has none", () => {
    document.documentElement.lang = "en";
    const page = new Stage(root, { reportShown: () => undefined, guard: new CodeGuard("1", false, () => undefined) });
    const shown = frame("text", { text: "hello" });
    page.receive({ ...shown, widget: { ...shown.widget, language: "de" } });
    expect(document.documentElement.lang).toBe("de");
    page.receive({ ...shown, widget: { ...shown.widget, language: "" } });
    expect(document.documentElement.lang).toBe("en");
  });
});

describe("words and numbers", () => {
  it.each([
    [272_000, "04:32"],
    [271_001, "04:32"],
    [11_564_000, "3:12:44"],
    [184_364_000, "51:12:44"],
    [0, "00:00"],
  ])("writes %i ms as %s", (milliseconds, text) => expect(clockText(milliseconds)).toBe(text));

  it.each([
    ["raid", "214 raiders"],
    ["gift_bomb", "5 subs"],
    ["super_chat", "$20.00"],
    ["cheer", "500 Bits"],
    ["follow", "followed"],
    ["resub", "14 months"],
  ])("describes a %s as %s", (kind, text) => expect(activityDetail(sampleActivity(kind, 0))).toBe(text));

  it("passes fields of custom code as a number, a boolean or text", () => {
    const field = { label: "x", key: "k" };
    const fields = [
      { ...field, kind: "number" as const, value: "5" },
      { ...field, key: "s", kind: "switch" as const, value: "true" },
      { ...field, key: "t", kind: "text" as const, value: "5" },
    ];
    expect(fieldsOf({ html: "", css: "", script: "", events: [], fields })).toEqual({ k: 5, s: true, t: "5" });
  });
});
