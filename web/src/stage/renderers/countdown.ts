import { element, shade, style } from "../dom";
import type { CountdownState, Renderer, SettingsOf } from "../stage-types";

type Settings = SettingsOf["countdown"] | SettingsOf["subathon"];

const TICK_MS = 200;
const ADDED_MS = 3_000;

/** “04:32”, “3:12:44”, “51:12:44”; rounded up, so that it ends at zero. */
export function clockText(milliseconds: number): string {
  const total = Math.ceil(milliseconds / 1_000);
  const [hours, minutes, seconds] = [Math.floor(total / 3_600), Math.floor(total / 60) % 60, total % 60];
  const two = (number: number) => String(number).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${two(minutes)}:${two(seconds)}`;
}

export function mountCountdown(root: HTMLElement, settings: Settings): Renderer {
  const box = element("div", "countdown");
  style(box, { "text-size": `${settings.text_size}px`, shade: shade(settings.background_percent) });
  const time = element("div", "countdown-time");
  const finished = element("div", "countdown-finished", settings.finished_text);
  box.append(element("div", "countdown-title", settings.title), time, finished);
  root.append(box);
  let state: CountdownState = { left_ms: settings.seconds * 1_000, is_running: false };
  let since = performance.now();
  const left = () => Math.max(state.left_ms - (state.is_running ? performance.now() - since : 0), 0);
  const paint = () => {
    const isOver = left() === 0;
    const text = clockText(left());
    if (time.textContent !== text) time.textContent = text;
    time.hidden = isOver && settings.finished_text !== "";
    finished.hidden = !isOver || settings.finished_text === "";
  };
  const set = (next: CountdownState) => {
    state = next;
    since = performance.now();
    if (next.added_ms) showAdded(box, next);
    paint();
  };
  const timer = setInterval(paint, TICK_MS);
  let sample: ReturnType<typeof setTimeout> | undefined;
  return {
    state: ({ countdown }) => countdown && set(countdown),
    current: () => ({ countdown: { ...state, left_ms: left(), added_ms: 0 } }),
    event: (event) => event.type === "countdown" && set(event),
    test: (name) => {
      clearTimeout(sample);
      const before = { ...state, left_ms: left(), added_ms: 0 };
      if (name === "added") set({ ...before, added_ms: 60_000, added_by: "Mirabelle" });
      else set({ left_ms: 5_000, is_running: true });
      sample = setTimeout(() => set(before), 8_000);
    },
    destroy: () => {
      clearInterval(timer);
      clearTimeout(sample);
    },
  };
}

function showAdded(box: HTMLElement, { added_ms = 0, added_by = "" }: CountdownState): void {
  const added = element("div", "countdown-added", `+${clockText(added_ms)} `);
  added.append(element("bdi", "", added_by));
  box.append(added);
  setTimeout(() => added.remove(), ADDED_MS);
}
