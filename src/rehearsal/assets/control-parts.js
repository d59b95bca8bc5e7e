// Helpers that the sections of the control page share.

export const byId = (id) => document.getElementById(id);
export const NAMES = { twitch: "Twitch", youtube: "YouTube", kick: "Kick", tiktok: "TikTok", spotify: "Spotify", discord: "Discord", "7tv": "7TV", betterttv: "BetterTTV", frankerfacez: "FrankerFaceZ" };
export const STREAMING = ["twitch", "youtube", "kick", "tiktok"];

// Called after each POST.
let onChange = async () => {};
export function setOnChange(callback) {
  onChange = callback;
}

export let lastMessageId = "";

export function element(tag, className, text) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  if (text !== undefined) node.textContent = text;
  return node;
}

export function button(label, onClick, { danger = false, name = "", key = "" } = {}) {
  const node = element("button", danger ? "danger" : "", label);
  node.type = "button";
  if (name) node.setAttribute("aria-label", name);
  node.dataset.key = key || name || label;
  node.addEventListener("click", onClick);
  return node;
}

export function showMessage(text, isError = false) {
  byId("message").textContent = text;
  byId("message").classList.toggle("error", isError);
}

export async function get(path) {
  return (await fetch(`/control/${path}`)).json();
}

export async function post(path, body, successText) {
  try {
    const response = await fetch(`/control/${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body ?? {}),
    });
    const result = await response.json();
    showMessage(response.ok ? successText : result.error, !response.ok);
    if (response.ok && result.message_id) lastMessageId = result.message_id;
    await onChange();
  } catch {
    showMessage("The rehearsal is not responding. Restart it and reload this page.", true);
  }
}

export function fill(select, values, labels) {
  if (select.options.length === values.length) return;
  select.replaceChildren(...values.map((value, index) => new Option(labels[index], value)));
}

// Replaces the rows of a list; a focused button keeps the keyboard focus.
export function redraw(list, rows) {
  const key = document.activeElement?.dataset?.key;
  const hadFocus = list.contains(document.activeElement);
  list.replaceChildren(...rows);
  if (hadFocus && key) list.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus();
}
