// The control page: platforms, viewer actions, people and events.

const byId = (id) => document.getElementById(id);
const message = byId("message");
const NAMES = { twitch: "Twitch", youtube: "YouTube", kick: "Kick", tiktok: "TikTok", spotify: "Spotify", discord: "Discord", "7tv": "7TV", betterttv: "BetterTTV", frankerfacez: "FrankerFaceZ" };
const STREAMING = new Set(["twitch", "youtube", "kick", "tiktok"]);
const LOG_LENGTH = 40;

// What an action sends besides the channel and the viewer.
const ACTIONS = [
  { label: "Say", path: "say", body: (form) => ({ text: form.text }) },
  { label: "Follow", path: "follow" },
  { label: "Subscribe", path: "subscribe", body: (form) => ({ months: Math.min(form.amount, 600), text: form.text }) },
  { label: "Gift subs", path: "gift", body: (form) => ({ count: Math.min(form.amount, 100) }) },
  { label: "Pay", path: "pay", body: (form) => ({ amount: form.amount, text: form.text }) },
  { label: "Raid", path: "raid", body: (form) => ({ viewers: form.amount }) },
  { label: "Redeem", path: "redeem", body: (form) => ({ title: "Hydrate", text: form.text }) },
  { label: "Like", path: "like", body: (form) => ({ count: Math.min(form.amount, 1000) }) },
  { label: "Share", path: "share" },
  { label: "Join", path: "join" },
  { label: "Time out", path: "ban", body: (form) => ({ seconds: form.amount, reason: form.text }) },
  { label: "Ban", path: "ban", body: (form) => ({ reason: form.text }), danger: true },
  { label: "Unban", path: "unban" },
  { label: "Delete last", path: "delete", body: () => ({ message_id: lastMessageId }), noViewer: true },
  { label: "Clear chat", path: "clear", noViewer: true, danger: true },
];

let lastMessageId = "";

function element(tag, className, text) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

function button(label, onClick, { danger = false, name = "", key = "" } = {}) {
  const made = element("button", danger ? "danger" : "", label);
  made.type = "button";
  if (name) made.setAttribute("aria-label", name);
  made.dataset.key = key || name || label;
  made.addEventListener("click", onClick);
  return made;
}

function showMessage(text, isError = false) {
  message.textContent = text;
  message.classList.toggle("error", isError);
}

async function post(path, body, successText) {
  try {
    const response = await fetch(`/control/${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body ?? {}),
    });
    const result = await response.json();
    showMessage(response.ok ? successText : result.error, !response.ok);
    if (response.ok && result.message_id) lastMessageId = result.message_id;
    await show();
  } catch {
    showMessage("The rehearsal is not responding. Restart it and reload this page.", true);
  }
}

// ---- platforms

function platformRow(platform) {
  const { key } = platform;
  const name = NAMES[key] ?? key;
  const made = element("li", "platform");
  const title = element("div", "platform-title");
  title.append(element("span", "name", name));
  title.append(element("span", platform.is_plugged_in ? "second" : "cut", platform.is_plugged_in ? livePeople(platform) : "Unplugged"));
  made.append(title);
  if (STREAMING.has(key)) made.append(rateControl(platform, name), deliveryControls(platform, name));
  made.append(troubleButtons(platform, name));
  return made;
}

function livePeople(platform) {
  if (!STREAMING.has(platform.key)) return "";
  return platform.live.length ? `Live: ${platform.live.join(", ")}` : "No channel is live";
}

function rateControl(platform, name) {
  const label = element("label", "rate");
  const range = element("input");
  Object.assign(range, { type: "range", min: "0", max: "100", value: String(rateToStep(platform.rate)) });
  range.setAttribute("aria-label", `Messages per second on ${name}`);
  range.dataset.key = `rate:${platform.key}`;
  const shown = element("output", "", `${platform.rate}/s`);
  range.addEventListener("input", () => {
    shown.textContent = `${stepToRate(range.value)}/s`;
  });
  range.addEventListener("change", () => {
    const rate = stepToRate(range.value);
    post(`${platform.key}/rate`, { per_second: rate }, `${name}: ${rate} messages per second.`);
  });
  label.append("Audience", range, shown);
  return label;
}

// Logarithmic: small rates have finer steps.
function stepToRate(step) {
  return Number(step) === 0 ? 0 : Math.round(5000 ** (Number(step) / 100));
}

function rateToStep(rate) {
  return rate <= 0 ? 0 : Math.round((Math.log(rate) / Math.log(5000)) * 100) || 1;
}

function deliveryControls(platform, name) {
  const made = element("div", "actions");
  const toggle = (field, on, off, onValue, offValue) => {
    const label = platform[field] ? off : on;
    const body = { [field]: platform[field] ? offValue : onValue };
    const onClick = () => post(`${platform.key}/deliveries`, body, `${name}: ${label}.`);
    return button(label, onClick, { key: `${platform.key}:${field}`, name: `${label}: ${name}` });
  };
  made.append(
    toggle("delay_ms", "Delay 5 s", "Stop delaying", 5000, 0),
    toggle("duplicates", "Duplicate", "Stop duplicating", true, false),
    toggle("reorders", "Reorder", "Stop reordering", true, false),
    button("Lose next 5", () => post(`${platform.key}/deliveries`, { lose_next: 5 }, `${name} will lose the next 5 events.`), { name: `Lose next 5: ${name}` }),
  );
  return made;
}

function troubleButtons(platform, name) {
  const { key, path } = platform;
  const made = element("div", "actions");
  const plug = platform.is_plugged_in
    ? button("Pull the plug", () => post(`${key}/plug`, { on: false }, `${name} is unplugged.`), { danger: true, name: `Pull the plug: ${name}`, key: `${key}:plug` })
    : button("Plug in", () => post(`${key}/plug`, { on: true }, `${name} works again.`), { name: `Plug in: ${name}`, key: `${key}:plug` });
  made.append(
    plug,
    button("Drop sockets", () => post(`${key}/drop-sockets`, {}, `${name}: every connection was cut.`), { name: `Drop sockets: ${name}` }),
    button("Answer 429", () => post(`${key}/fail`, { next: 5, status: 429, path_prefix: path, retry_after: 5 }, `${name} answers the next 5 calls with 429.`), { name: `Answer 429: ${name}` }),
    button("Answer 500", () => post(`${key}/fail`, { next: 5, status: 500, path_prefix: path }, `${name} answers the next 5 calls with 500.`), { name: `Answer 500: ${name}` }),
    button("Expire tokens", () => post(`${key}/expire-tokens`, {}, `${name}: all access tokens have expired.`), { name: `Expire tokens: ${name}` }),
  );
  if (key === "youtube") made.append(button("Exhaust quota", () => post("youtube/exhaust-quota", {}, "YouTube's quota is used up until midnight Pacific time."), { danger: true }));
  return made;
}

// ---- actions

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
      post(`${form.platform}/${action.path}`, { login: form.login, ...viewer, ...(action.body?.(form) ?? {}) }, `${action.label}: done on ${NAMES[form.platform]}.`);
    },
    { danger: action.danger ?? false, key: `action:${action.label}` },
  );
}

function fill(select, values, labels) {
  if (select.options.length === values.length) return;
  select.replaceChildren(...values.map((value, index) => new Option(labels[index], value)));
}

// ---- people

function personRow(person) {
  const made = element("li", "person");
  const avatar = element("img");
  avatar.src = new URL(person.avatar_url).pathname;
  avatar.alt = "";
  avatar.width = avatar.height = 40;
  const words = element("div");
  const title = element("div");
  title.append(element("span", "name", person.display_name), " ", element("span", "second", person.login));
  words.append(title);
  const rows = element("div", "states");
  for (const [key, state] of Object.entries(person.platforms)) {
    if (STREAMING.has(key)) rows.append(stateRow(person, key, state));
  }
  made.append(avatar, words, rows);
  return made;
}

function stateRow(person, key, state) {
  const name = NAMES[key];
  const made = element("div", "state");
  const facts = element("span", "facts", [name, state.is_live ? "Live" : "Offline", state.is_connected ? "connected" : ""].filter(Boolean).join(" · "));
  if (state.is_live) facts.classList.add("is-live");
  const who = `${person.display_name} on ${name}`;
  const { login } = person;
  const live = state.is_live
    ? button("End stream", () => post(`${key}/end`, { login }, `${who} has ended the stream.`), { name: `End stream: ${who}`, key: `${login}:${key}:live` })
    : button("Go live", () => post(`${key}/go-live`, { login }, `${who} is live.`), { name: `Go live: ${who}`, key: `${login}:${key}:live` });
  made.append(facts, live);
  if (state.is_connected) {
    made.append(button("Revoke access", () => post(`${key}/revoke`, { login }, `${who} has revoked access.`), { danger: true, name: `Revoke access: ${who}` }));
  }
  return made;
}

// ---- drawing

async function get(path) {
  return (await fetch(`/control/${path}`)).json();
}

// Redrawing must keep the keyboard focus on the pressed button.
function redraw(list, rows) {
  const key = document.activeElement?.dataset?.key;
  const hadFocus = list.contains(document.activeElement);
  list.replaceChildren(...rows);
  if (hadFocus && key) list.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus();
}

async function show() {
  const [{ records: platforms }, { records: people, seq }] = await Promise.all([get("platforms"), get("people")]);
  redraw(byId("platforms"), platforms.map(platformRow));
  redraw(byId("people"), people.map(personRow));
  const keys = platforms.map(({ key }) => key).filter((key) => STREAMING.has(key));
  fill(byId("action-platform"), keys, keys.map((key) => NAMES[key]));
  fill(byId("action-login"), people.map(({ login }) => login), people.map((person) => person.display_name));
  return seq;
}

function logLine({ at, event, facts }) {
  const words = Object.entries(facts).filter(([, value]) => value !== null).map(([name, value]) => `${name} ${value}`);
  const made = element("li");
  made.append(element("span", "second", `${at.slice(11, 19)} `), element("span", "name", event.replaceAll("_", " ")), ` ${words.join(", ")}`);
  return made;
}

async function follow(seq) {
  for (;;) {
    try {
      await fetch(`/control/wait?after=${seq}&timeout=30`);
      const { records, seq: newest } = await get(`events?after=${seq}`);
      byId("log").prepend(...records.slice(-LOG_LENGTH).reverse().map(logLine));
      while (byId("log").children.length > LOG_LENGTH) byId("log").lastChild.remove();
      seq = newest;
      await show();
    } catch {
      showMessage("The rehearsal is not responding. Restart it and reload this page.", true);
      return;
    }
  }
}

byId("action-actions").append(...ACTIONS.map(actionButton));
byId("action").addEventListener("submit", (event) => {
  event.preventDefault();
  byId("action-actions").querySelector("button").click();
});
byId("schedule").addEventListener("click", () => post("schedule", { on: true }, "Channels go live and end automatically, with an audience."));
byId("schedule-end").addEventListener("click", () => post("schedule", { on: false }, "The schedule was stopped; streams stay as they are."));
byId("reset").addEventListener("click", () => post("reset", {}, "The rehearsal was reset."));
get("viewers").then(({ records }) => byId("viewers").replaceChildren(...records.map((login) => new Option(login, login))));
show().then(follow, () => showMessage("The rehearsal is not responding. Restart it and reload this page.", true));
