// The control page: shows everybody, sends one command per button, and follows what happens.

const people = document.getElementById("people");
const everyone = document.getElementById("everyone");
const message = document.getElementById("message");

const EVERYONE = [
  { label: "Expire all tokens", path: "/control/twitch/expire-tokens", said: "All access tokens have expired." },
  { label: "Ask sockets to reconnect", path: "/control/twitch/reconnect-sockets", said: "Every socket was asked to move." },
  { label: "Drop all sockets", path: "/control/twitch/drop-sockets", said: "Every socket was cut.", danger: true },
  { label: "Reset", path: "/control/reset", said: "Everything starts over.", danger: true },
];

function actionsFor(person) {
  const { login, display_name: name } = person;
  const state = person.platforms.twitch;
  const live = state.is_live
    ? { key: "live", label: "End stream", path: "/control/twitch/end", said: `${name} has ended the stream.` }
    : { key: "live", label: "Go live", path: "/control/twitch/go-live", said: `${name} is live.` };
  return [
    live,
    { key: "expire", label: "Expire tokens", path: "/control/twitch/expire-tokens", said: `${name}'s access tokens have expired.` },
    { key: "drop", label: "Drop sockets", path: "/control/twitch/drop-sockets", said: `${name}'s sockets were cut.` },
    { key: "revoke", label: "Revoke access", path: "/control/twitch/revoke", said: `${name} has disconnected the program.`, danger: true },
  ].map((action) => ({ ...action, body: { login }, name: `${action.label}: ${name}`, key: `${login}:${action.key}` }));
}

function element(tag, className, text) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

function button(action) {
  const made = element("button", action.danger ? "danger" : "", action.label);
  made.type = "button";
  if (action.name) made.setAttribute("aria-label", action.name);
  if (action.key) made.dataset.key = action.key;
  made.addEventListener("click", () => carryOut(action));
  return made;
}

function say(text, isError) {
  message.textContent = text;
  message.classList.toggle("error", isError);
}

async function carryOut(action) {
  try {
    const answer = await fetch(action.path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(action.body ?? {}),
    });
    const result = await answer.json();
    say(answer.ok ? action.said : result.error, !answer.ok);
    await show();
  } catch {
    say("The rehearsal does not answer. Start it again and reload this page.", true);
  }
}

function factsOf(state) {
  const viewers = state.is_live ? `${state.viewer_count} watching` : "Offline";
  const connected = state.is_connected
    ? `connected, ${count(state.live_tokens, "token")}, ${count(state.sockets, "socket")}`
    : "not connected";
  return `${viewers} · ${state.category || "No category"} · ${connected}`;
}

function count(number, noun) {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

function row(person) {
  const state = person.platforms.twitch;
  const made = element("li", "person");
  const face = element("img");
  face.src = new URL(person.avatar_url).pathname;
  face.alt = "";
  face.width = face.height = 40;
  const words = element("div");
  const title = element("div");
  title.append(element("span", "name", person.display_name), " ", element("span", "second", person.login));
  if (state.is_live) title.append(element("span", "live", "Live"));
  words.append(title, element("div", "facts", state.title), element("div", "facts", factsOf(state)));
  const actions = element("div", "actions");
  actions.append(...actionsFor(person).map(button));
  made.append(face, words, actions);
  return made;
}

// Drawing again must not take the keyboard focus away from the button that was pressed.
function draw(records) {
  const key = document.activeElement?.dataset?.key;
  people.replaceChildren(...records.map(row));
  if (key) people.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus();
}

async function show() {
  const answer = await fetch("/control/people");
  const { records, seq } = await answer.json();
  draw(records);
  return seq;
}

async function follow(seq) {
  for (;;) {
    try {
      await fetch(`/control/wait?after=${seq}&timeout=30`);
      seq = await show();
    } catch {
      say("The rehearsal does not answer. Start it again and reload this page.", true);
      return;
    }
  }
}

everyone.append(...EVERYONE.map(button));
follow(await show());
