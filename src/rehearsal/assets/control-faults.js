// Section of the control page for faults: one row of controls for each platform.

import { button, element, NAMES, post, STREAMING } from "./control-parts.js";

export function platformRow(platform) {
  const { key } = platform;
  const name = NAMES[key] ?? key;
  const node = element("li", "platform");
  const title = element("div", "platform-title");
  title.append(element("span", "name", name));
  title.append(element("span", platform.is_plugged_in ? "second" : "cut", platform.is_plugged_in ? livePeople(platform) : "Unplugged"));
  node.append(title);
  if (STREAMING.includes(key)) node.append(rateControl(platform, name), deliveryControls(platform, name));
  node.append(faultButtons(platform, name));
  return node;
}

function livePeople(platform) {
  if (!STREAMING.includes(platform.key)) return "";
  return platform.live.length ? `Live: ${platform.live.join(", ")}` : "No channel is live";
}

function rateControl(platform, name) {
  const label = element("label", "rate");
  const range = element("input");
  Object.assign(range, { type: "range", min: "0", max: "100", value: String(rateToStep(platform.rate)) });
  range.setAttribute("aria-label", `Flood with messages per second on ${name}`);
  range.dataset.key = `rate:${platform.key}`;
  const shown = element("output", "", `${platform.rate}/s`);
  range.addEventListener("input", () => {
    shown.textContent = `${stepToRate(range.value)}/s`;
  });
  range.addEventListener("change", () => {
    const rate = stepToRate(range.value);
    post(`${platform.key}/rate`, { per_second: rate }, `${name}: ${rate} messages per second.`);
  });
  label.append("Flood", range, shown);
  return label;
}

// The scale is logarithmic, so that small rates have finer steps.
function stepToRate(step) {
  return Number(step) === 0 ? 0 : Math.round(5000 ** (Number(step) / 100));
}

function rateToStep(rate) {
  return rate <= 0 ? 0 : Math.round((Math.log(rate) / Math.log(5000)) * 100) || 1;
}

function deliveryControls(platform, name) {
  const node = element("div", "actions");
  const toggle = (field, on, off, onValue, offValue) => {
    const label = platform[field] ? off : on;
    const body = { [field]: platform[field] ? offValue : onValue };
    const onClick = () => post(`${platform.key}/deliveries`, body, `${name}: ${label}.`);
    return button(label, onClick, { key: `${platform.key}:${field}`, name: `${label}: ${name}` });
  };
  node.append(
    toggle("delay_ms", "Delay 5 s", "Stop delaying", 5000, 0),
    toggle("duplicates", "Duplicate", "Stop duplicating", true, false),
    toggle("reorders", "Reorder", "Stop reordering", true, false),
    button("Lose next 5", () => post(`${platform.key}/deliveries`, { lose_next: 5 }, `${name} will lose the next 5 events.`), { name: `Lose next 5: ${name}` }),
  );
  return node;
}

function faultButtons(platform, name) {
  const { key, path } = platform;
  const node = element("div", "actions");
  const plug = platform.is_plugged_in
    ? button("Unplug", () => post(`${key}/plug`, { on: false }, `${name} is unplugged.`), { danger: true, name: `Unplug: ${name}`, key: `${key}:plug` })
    : button("Plug in", () => post(`${key}/plug`, { on: true }, `${name} works again.`), { name: `Plug in: ${name}`, key: `${key}:plug` });
  node.append(
    plug,
    button("Drop sockets", () => post(`${key}/drop-sockets`, {}, `${name}: all connections were dropped.`), { name: `Drop sockets: ${name}` }),
    button("Answer 429", () => post(`${key}/fail`, { next: 5, status: 429, path_prefix: path, retry_after: 5 }, `${name} answers the next 5 calls with 429.`), { name: `Answer 429: ${name}` }),
    button("Answer 500", () => post(`${key}/fail`, { next: 5, status: 500, path_prefix: path }, `${name} answers the next 5 calls with 500.`), { name: `Answer 500: ${name}` }),
    button("Expire tokens", () => post(`${key}/expire-tokens`, {}, `${name}: all access tokens have expired.`), { name: `Expire tokens: ${name}` }),
  );
  if (key === "twitch") {
    node.append(
      button("Refuse ads", () => post("twitch/refuse-ads", {}, "Twitch refuses ads.")),
      button("Allow ads", () => post("twitch/refuse-ads", { reason: "" }, "Twitch runs ads again.")),
    );
  }
  if (key === "youtube") node.append(button("Exhaust quota", () => post("youtube/exhaust-quota", {}, "YouTube's quota is used up until midnight Pacific time."), { danger: true }));
  return node;
}
