import { element, setCssVariables, shade } from "../dom";
import type { CountdownState, Renderer, SettingsOf } from "../stage-types";

type Settings = SettingsOf["countdown"] | SettingsOf["subathon"];

const TICK_MS = 200;
const ADDED_MS = 3_000;
const SAMPLE_MS = 8_000;

/** “04:32”, “3:12:44”, “51:12:44”; rounded up, so that zero is shown only at the end. */
export function clockText(milliseconds: number): string {
  const total = Math.ceil(milliseconds / 1_000);
  const [hours, minutes, seconds] = [Math.floor(total / 3_600), Math.floor(total / 60) % 60, total % 60];
  const two = (number: number) => String(number).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${two(minutes)}:${two(seconds)}`;
}

export function mountCountdown(root: HTMLElement, settings: Settings): Renderer {
  const box = element("div", "countdown");
  setCssVariables(box, { "text-size": `${settings.text_size}px`, shade: shade(settings.background_percent) });
  const time = element("div", "countdown-time");
  const finished = element("div", "countdown-finished", settings.finished_text);
  box.append(element("div", "countdown-title", settings.title), time, finished);
  root.append(box);
  const stopped = { left_ms: settings.seconds * 1_000, is_running: false, ends_at: null };
  let real = counting(stopped);
  // Countdown shown while the user tests the widget; the real countdown continues.
  let sample: Counting | null = null;
  let sampleEnds: ReturnType<typeof setTimeout> | undefined;
  const paint = () => {
    const left = leftOf(sample ?? real);
    const text = clockText(left);
    if (time.textContent !== text) time.textContent = text;
    time.hidden = left === 0 && settings.finished_text !== "";
    finished.hidden = left > 0 || settings.finished_text === "";
  };
  const show = (next: Counting | null) => {
    clearTimeout(sampleEnds);
    sample = next;
    if (next) sampleEnds = setTimeout(show, SAMPLE_MS, null);
    paint();
  };
  const set = (next: CountdownState) => {
    real = counting(next, real);
    if (next.added_ms) showAdded(box, next);
    show(null);
  };
  const timer = setInterval(paint, TICK_MS);
  return {
    state: ({ countdown }) => countdown && set(countdown),
    current: () => ({ countdown: { ...real.state, left_ms: leftOf(real), added_ms: 0 } }),
    event: (event) => event.type === "countdown" && set(event),
    test: (name) => {
      if (name === "added") showAdded(box, { ...real.state, added_ms: 60_000, added_by: "Mirabelle" });
      else show(counting({ left_ms: 5_000, is_running: true, ends_at: null }));
    },
    destroy: () => {
      clearInterval(timer);
      clearTimeout(sampleEnds);
    },
  };
}

interface Counting {
  state: CountdownState;
  /** When the countdown ends, as `performance.now()`. */
  endsAt: number;
}

/**
 * Calculates when a countdown ends. Every report arrives with a delay, so of several reports of the same end the
 * earliest calculated end is the most accurate, and the time does not jump after a late report.
 */
function counting(state: CountdownState, before?: Counting): Counting {
  const endsAt = performance.now() + state.left_ms;
  const isSameEnd = state.is_running && before && state.ends_at !== null && state.ends_at === before.state.ends_at;
  return { state, endsAt: isSameEnd ? Math.min(endsAt, before.endsAt) : endsAt };
}

function leftOf({ state, endsAt }: Counting): number {
  return Math.max(state.is_running ? endsAt - performance.now() : state.left_ms, 0);
}

function showAdded(box: HTMLElement, { added_ms = 0, added_by = "" }: CountdownState): void {
  const added = element("div", "countdown-added", `+${clockText(added_ms)} `);
  added.append(element("bdi", "", added_by));
  box.append(added);
  setTimeout(() => added.remove(), ADDED_MS);
}
