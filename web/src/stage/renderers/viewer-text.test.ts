import { beforeEach, expect, it } from "vitest";
import { sampleActivity, sampleLine } from "../samples";
import type { Alert, SettingsOf, Tools } from "../stage-types";
import { mountAlerts } from "./alerts";
import { mountChat } from "./chat";
import { mountCountdown } from "./countdown";
import { mountEventList } from "./event-list";

/** A name that reverses the direction of the text after it, unless its element is isolated. */
const REVERSING = "\u202Egnp.Ana";

const CHAT: SettingsOf["chat"] = {
  providers: [],
  hides_commands: false,
  hides_bots: false,
  hidden_viewers: [],
  min_level: 0,
  disappear_after_seconds: 0,
  max_lines: 5,
  style: "bubbles",
  name_colour: "white",
  text_size: 32,
  background_percent: 86,
  has_badges: false,
  has_platform_icon: false,
  has_notices: true,
};

let root: HTMLElement;
beforeEach(() => {
  root = document.createElement("div");
});

/** Texts of the isolated elements. */
const isolated = () => [...root.querySelectorAll("bdi")].map((node) => node.textContent);

it("isolates every variable of an alert", () => {
  const alert: Alert = {
    id: "a",
    kind: "cheer",
    provider: "twitch",
    text: [{ text: REVERSING, variable: "name" }, { text: " cheers" }],
    message: [{ text: "“" }, { text: REVERSING, variable: "message" }, { text: "”" }],
    image: "",
    video: "",
    sound: "",
    volume: 80,
    layout: "above",
    animation: "none",
    duration_ms: 5_000,
    elapsed_ms: 0,
    speech: null,
  };
  const settings = { rules: [], gap_seconds: 1, text_size: 40, volume: 100 };
  const tools: Partial<Tools> = { reportShown: () => undefined };
  // Only `reportShown` is used.
  const alerts = mountAlerts(root, settings, tools as Tools);
  alerts.event({ type: "alert", alert });
  alerts.destroy();
  expect(isolated()).toEqual([REVERSING, REVERSING]);
});

it("isolates name and detail of an activity in the event list", () => {
  const list = {
    title: "",
    kinds: [],
    providers: [],
    minimum: 0,
    max_events: 5,
    text_size: 24,
    background_percent: 86,
  };
  const activity = { ...sampleActivity("raid", 0), name: REVERSING };
  mountEventList(root, list).state({ activities: [activity] });
  expect(isolated()).toEqual([REVERSING, "214 raiders"]);
});

it("isolates name and text of a chat line", async () => {
  const line = { ...sampleLine("message", 0), headline: "", parts: [{ kind: "text" as const, text: REVERSING }] };
  const chat = mountChat(root, CHAT);
  chat.event({ type: "line", line });
  await new Promise(requestAnimationFrame);
  chat.destroy();
  expect(isolated()).toEqual([line.author?.name, REVERSING]);
});

it("isolates the name of the viewer who has prolonged a subathon", () => {
  const settings = { title: "", finished_text: "", seconds: 60, text_size: 64, background_percent: 86 };
  const countdown = mountCountdown(root, settings);
  countdown.event({
    type: "countdown",
    left_ms: 9_000,
    is_running: false,
    ends_at: null,
    added_ms: 60_000,
    added_by: REVERSING,
  });
  countdown.destroy();
  expect(isolated()).toEqual([REVERSING]);
});
