// The control page: the evening, moments, viewer actions, streams, faults and the event log.

import { platformRow } from "./control-faults.js";
import { button, byId, element, fill, get, lastMessageId, NAMES, post, redraw, setOnChange, showMessage, STREAMING } from "./control-parts.js";

const LOG_LENGTH = 40;

// `body` returns the fields besides channel and viewer; `on` lists the platforms with the action; without it, all have it.
const ACTIONS = [
  { label: "Say", path: "say", body: (form) => ({ text: form.text }) },
  { label: "Follow", path: "follow" },
  { label: "Subscribe", path: "subscribe", body: (form) => ({ months: Math.min(form.amount, 600), text: form.text }) },
  { label: "Gift subs", path: "gift", on: ["twitch", "youtube", "kick"], body: (form) => ({ count: Math.min(form.amount, 100) }) },
  { label: "Gift subs anonymously", path: "gift", on: ["twitch", "kick"], body: (form) => ({ count: Math.min(form.amount, 100), is_anonymous: true }) },
  { label: "Pay", path: "pay", body: (form) => ({ amount: form.amount, text: form.text }) },
  { label: "Super Sticker", path: "show", on: ["youtube"], body: (form) => ({ type: "superStickerEvent", count: form.amount }) },
  { label: "Tip", path: "show", on: ["youtube"], body: (form) => ({ type: "fanFundingEvent", count: form.amount, text: form.text }) },
  { label: "Jewels", path: "show", on: ["youtube"], body: (form) => ({ type: "giftEvent", count: form.amount }) },
  { label: "Power-up", path: "custom-power-up", on: ["twitch"], body: (form) => ({ bits: form.amount, text: form.text }) },
  { label: "Raid", path: "raid", on: ["twitch", "kick"], body: (form) => ({ viewers: form.amount }) },
  { label: "Redeem", path: "redeem", on: ["twitch", "kick"], body: (form) => ({ title: "Hydrate", text: form.text }) },
  { label: "Like", path: "like", on: ["tiktok"], body: (form) => ({ count: Math.min(form.amount, 1000) }) },
  { label: "Share", path: "share", on: ["tiktok"] },
  { label: "Join", path: "join", on: ["tiktok"] },
  { label: "Time out", path: "ban", on: ["twitch", "youtube", "kick"], body: (form) => ({ seconds: form.amount, reason: form.text }) },
  { label: "Ban", path: "ban", on: ["twitch", "youtube", "kick"], body: (form) => ({ reason: form.text }), danger: true },
  { label: "Unban", path: "unban", on: ["twitch", "youtube", "kick"] },
  { label: "Delete last", path: "delete", body: () => ({ message_id: lastMessageId }), noViewer: true },
  { label: "Clear chat", path: "clear", on: ["twitch", "kick"], noViewer: true, danger: true },
  { label: "Change title", path: "retitle", on: ["twitch", "youtube", "kick"], body: (form) => ({ title: form.text }), noViewer: true },
  { label: "Change category", path: "retitle", on: ["twitch", "youtube", "kick"], body: (form) => ({ category: form.text }), noViewer: true },
  { label: "Slow mode", path: "chat-modes", on: ["twitch"], body: (form) => ({ slow_mode: true, slow_mode_wait_time: Math.min(form.amount, 120) }), noViewer: true },
  { label: "Slow mode", path: "room", on: ["kick"], body: (form) => ({ slow_seconds: form.amount }), noViewer: true },
  { label: "Subscribers only", path: "chat-modes", on: ["twitch"], body: () => ({ subscriber_mode: true }), noViewer: true },
  { label: "Followers only", path: "room", on: ["kick"], body: () => ({ followers_only: true }), noViewer: true },
  { label: "Members only", path: "show", on: ["youtube"], body: () => ({ type: "sponsorOnlyModeStartedEvent" }), noViewer: true },
  { label: "Modes off", path: "chat-modes", on: ["twitch"], body: () => ({ slow_mode: false, subscriber_mode: false }), noViewer: true },
  { label: "Modes off", path: "room", on: ["kick"], body: () => ({ slow_seconds: 0, followers_only: false }), noViewer: true },
  { label: "Modes off", path: "show", on: ["youtube"], body: () => ({ type: "sponsorOnlyModeEndedEvent" }), noViewer: true },
  { label: "Set viewers", path: "viewers", on: ["tiktok"], body: (form) => ({ count: form.amount }), noViewer: true },
];

let evening = { scenes: [] };
let moments = [];
let hasAudience = false;

const login = () => byId("login").value;

// ---- the evening

function sceneRow(scene) {
  const node = element("li", `scene ${scene.state}`);
  if (scene.state === "current") node.setAttribute("aria-current", "step");
  node.append(element("span", "name", scene.label), element("span", "second", scene.description));
  return node;
}

function labelOf(key) {
  return evening.scenes.find((scene) => scene.key === key)?.label ?? "";
}

function showEvening() {
  redraw(byId("scenes"), evening.scenes.map(sceneRow));
  byId("evening-start").textContent = evening.login ? "Start over" : "Start";
  byId("evening-step").disabled = evening.login !== null && !evening.next_scene;
  byId("evening-stop").disabled = !evening.is_automatic;
  showEveningText();
}

function showEveningText() {
  byId("evening-now").textContent = eveningText();
}

function eveningText() {
  if (!evening.login) return "From going live to a gift bomb, in about six minutes.";
  const now = `Now on ${evening.login}'s channel: ${labelOf(evening.scene)}.`;
  if (!evening.next_scene) return `${now} That was the last scene; chat continues.`;
  const next = labelOf(evening.next_scene);
  if (!evening.next_at) return `${now} Next: ${next}, when you click “Next scene”.`;
  const seconds = Math.max(0, Math.round((Date.parse(evening.next_at) - Date.now()) / 1000));
  return `${now} Next: ${next} in ${seconds} s.`;
}

// ---- moments

function momentRow(moment) {
  const chosen = byId("moment-platform").value;
  const node = element("li", "moment");
  const where = chosen ? [chosen] : moment.default_platforms;
  const play = () =>
    post(`moments/${moment.key}`, { login: login(), ...(chosen ? { platform: chosen } : {}) }, `${moment.label}: done on ${where.map((key) => NAMES[key]).join(", ")}.`);
  const pressed = button(moment.label, play, { key: `moment:${moment.key}` });
  pressed.disabled = Boolean(chosen) && !moment.platforms.includes(chosen);
  node.append(pressed, element("span", "second", moment.description));
  return node;
}

function showMoments() {
  redraw(byId("moments"), moments.map(momentRow));
}

// ---- viewer actions

function readActionForm() {
  const data = Object.fromEntries(new FormData(byId("action")));
  return { ...data, amount: Math.max(1, Number(data.amount) || 1) };
}

function actionButton(action) {
  return button(
    action.label,
    () => {
      const form = readActionForm();
      const viewer = form.viewer && !action.noViewer ? { viewer: form.viewer } : {};
      post(`${form.platform}/${action.path}`, { login: login(), ...viewer, ...(action.body?.(form) ?? {}) }, `${action.label}: done on ${NAMES[form.platform]}.`);
    },
    { danger: action.danger ?? false, key: `action:${action.label}` },
  );
}

/** Shows the actions of the chosen platform. */
function showActions() {
  const platform = byId("action-platform").value;
  redraw(byId("action-actions"), ACTIONS.filter(({ on }) => !on || on.includes(platform)).map(actionButton));
}

// ---- streams and accounts

function personRow(person) {
  const node = element("li", "person");
  const avatar = element("img");
  avatar.src = new URL(person.avatar_url).pathname;
  avatar.alt = "";
  avatar.width = avatar.height = 40;
  const words = element("div");
  const title = element("div");
  title.append(element("span", "name", person.display_name), " ", element("span", "second", person.login));
  words.append(title);
  const rows = element("div", "states");
  for (const key of STREAMING) rows.append(stateRow(person, key, person.platforms[key]));
  node.append(avatar, words, rows);
  return node;
}

function stateRow(person, key, state) {
  const name = NAMES[key];
  const node = element("div", "state");
  const facts = element("span", "facts", [name, state.is_live ? "Live" : "Offline", state.is_connected ? "connected" : ""].filter(Boolean).join(" · "));
  if (state.is_live) facts.classList.add("is-live");
  const who = `${person.display_name} on ${name}`;
  const { login } = person;
  const live = state.is_live
    ? button("End stream", () => post(`${key}/end`, { login }, `${who} has ended the stream.`), { name: `End stream: ${who}`, key: `${login}:${key}:live` })
    : button("Go live", () => post(`${key}/go-live`, { login }, `${who} is live.`), { name: `Go live: ${who}`, key: `${login}:${key}:live` });
  node.append(facts, live);
  if (state.is_connected) {
    node.append(button("Revoke access", () => post(`${key}/revoke`, { login }, `${who} has revoked access.`), { danger: true, name: `Revoke access: ${who}` }));
  }
  return node;
}

// ---- drawing

function isConnected(person) {
  return STREAMING.some((key) => person.platforms[key].is_connected);
}

function showPeople(people) {
  const isFirst = byId("login").options.length === 0;
  fill(byId("login"), people.map((person) => person.login), people.map((person) => person.display_name));
  if (isFirst) byId("login").value = evening.login ?? (people.find(isConnected) ?? people[0]).login;
  redraw(byId("people"), people.map(personRow));
}

async function refresh() {
  const [{ records: platforms }, { records: people, seq }, newest] = await Promise.all([get("platforms"), get("people"), get("evening")]);
  evening = newest;
  hasAudience = platforms.some((platform) => platform.has_natural_audience);
  byId("audience").textContent = hasAudience ? "Mute the audience" : "Unmute the audience";
  showEvening();
  showPeople(people);
  redraw(byId("platforms"), platforms.map(platformRow));
  return seq;
}

function logLine({ at, event, facts }) {
  const words = Object.entries(facts).filter(([, value]) => value !== null).map(([name, value]) => `${name} ${value}`);
  const node = element("li");
  node.append(element("span", "second", `${at.slice(11, 19)} `), element("span", "name", event.replaceAll("_", " ")), ` ${words.join(", ")}`);
  return node;
}

async function followLog(seq) {
  for (;;) {
    try {
      await fetch(`/control/wait?after=${seq}&timeout=30`);
      const { records, seq: newest } = await get(`events?after=${seq}`);
      byId("log").prepend(...records.slice(-LOG_LENGTH).reverse().map(logLine));
      while (byId("log").children.length > LOG_LENGTH) byId("log").lastChild.remove();
      seq = newest;
      await refresh();
    } catch {
      showMessage("The rehearsal is not responding. Restart it and reload this page.", true);
      return;
    }
  }
}

function onClick(id, act) {
  byId(id).addEventListener("click", act);
}

setOnChange(refresh);
fill(byId("action-platform"), STREAMING, STREAMING.map((key) => NAMES[key]));
byId("moment-platform").append(...STREAMING.map((key) => new Option(NAMES[key], key)));
byId("moment-platform").addEventListener("change", showMoments);
showActions();
byId("action-platform").addEventListener("change", showActions);
byId("action").addEventListener("submit", (event) => {
  event.preventDefault();
  byId("action-actions").querySelector("button").click();
});
onClick("evening-start", () => post("evening/start", { login: login() }, "The scripted stream has started."));
onClick("evening-step", () => post("evening/step", { login: login() }, "Next scene started."));
onClick("evening-stop", () => post("evening/stop", {}, "Stopped. Scenes no longer start automatically."));
onClick("audience", () => post("audience", { on: !hasAudience }, hasAudience ? "Audience muted." : "Audience unmuted."));
onClick("schedule", () => post("schedule", { on: true }, "Channels go live and end automatically, with an audience."));
onClick("schedule-end", () => post("schedule", { on: false }, "Schedule stopped. Streams stay as they are."));
onClick("reset", () => post("reset", {}, "Rehearsal reset."));
setInterval(showEveningText, 1000);
get("viewers").then(({ records }) => byId("viewers").replaceChildren(...records.map((viewer) => new Option(viewer, viewer))));
get("moments").then(({ records }) => {
  moments = records;
  showMoments();
});
refresh().then(followLog, () => showMessage("The rehearsal is not responding. Restart it and reload this page.", true));
