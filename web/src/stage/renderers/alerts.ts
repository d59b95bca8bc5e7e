import { element, picture, setCssVariables } from "../dom";
import type { Alert, Renderer, SettingsOf, TextPart, Tools } from "../stage-types";

type Settings = SettingsOf["alerts"];

const LEAVE_MS = 400;

/** Shows one alert after the other; the server sends the next alert when the time of the current one is over. */
export class AlertPlayer {
  private waiting: Alert[] = [];
  private current: {
    alert: Alert;
    node: HTMLElement;
    timer: ReturnType<typeof setTimeout>;
    since: number;
  } | null = null;
  /** Ids of the latest 200 alerts: an alert that the server sends again is not shown again. */
  private readonly seen = new Set<string>();

  constructor(
    private readonly root: HTMLElement,
    private readonly settings: Settings,
    private readonly tools: Tools,
  ) {}

  show(alert: Alert): void {
    if (this.seen.has(alert.id) || alert.elapsed_ms >= alert.duration_ms) return;
    this.seen.add(alert.id);
    if (this.seen.size > 200) this.seen.delete(this.seen.values().next().value ?? "");
    this.waiting.push(alert);
    if (!this.current) this.next();
  }

  /** Replaces an alert whose gift has grown, or whose message has passed the filters or was removed. */
  revise(alert: Alert): void {
    this.waiting = this.waiting.map((one) => (one.id === alert.id ? alert : one));
    if (this.current?.alert.id !== alert.id) return;
    const { alert: before, node } = this.current;
    this.current.alert = alert;
    node.querySelector(".alert-words")?.replaceChildren(...wordNodes(alert));
    if (plain(before.message) === plain(alert.message)) return;
    stopSpeech();
    if (alert.speech) speak(alert.speech, this.settings.volume / 100);
  }

  end(alertId: string): void {
    this.waiting = this.waiting.filter(({ id }) => id !== alertId);
    if (this.current?.alert.id === alertId) this.finish();
  }

  /** The alert on screen; its `elapsed_ms` is the time for which it has been shown. */
  get onScreen(): Alert | null {
    if (!this.current) return null;
    const { alert, since } = this.current;
    // At least a millisecond, so that the alert, shown again, has no animation and no sound.
    return { ...alert, elapsed_ms: alert.elapsed_ms + Math.max(Math.round(performance.now() - since), 1) };
  }

  destroy(): void {
    this.waiting = [];
    if (this.current) clearTimeout(this.current.timer);
    this.current = null;
    stopSpeech();
  }

  private next(): void {
    const alert = this.waiting.shift();
    if (!alert) return;
    const node = alertNode(alert, this.settings);
    this.root.append(node);
    const timer = setTimeout(() => this.finish(), alert.duration_ms - alert.elapsed_ms);
    this.current = { alert, node, timer, since: performance.now() };
    this.tools.reportShown(alert.id);
    // An alert shown again after a reload has played its sound and speech already.
    if (alert.elapsed_ms === 0) this.playSounds(alert, node);
  }

  private finish(): void {
    if (!this.current) return;
    const { node, timer } = this.current;
    clearTimeout(timer);
    this.current = null;
    stopSpeech();
    for (const media of node.querySelectorAll<HTMLMediaElement>("audio, video")) media.pause();
    node.dataset["leaving"] = "true";
    setTimeout(() => node.remove(), LEAVE_MS);
    this.next();
  }

  private playSounds(alert: Alert, node: HTMLElement): void {
    const loudness = this.settings.volume / 100;
    if (alert.sound) {
      const audio = element("audio");
      audio.src = alert.sound;
      audio.volume = (alert.volume / 100) * loudness;
      node.append(audio);
      // A browser tab plays no sound before the first click; OBS does.
      audio.play().catch(() => undefined);
    }
    if (alert.speech) speak(alert.speech, loudness);
  }
}

function speak(speech: NonNullable<Alert["speech"]>, loudness: number): void {
  if (!("speechSynthesis" in window)) return;
  const spoken = new SpeechSynthesisUtterance(speech.text);
  if (speech.language) spoken.lang = speech.language;
  spoken.rate = speech.rate_percent / 100;
  spoken.volume = (speech.volume / 100) * loudness;
  window.speechSynthesis.speak(spoken);
}

function stopSpeech(): void {
  if ("speechSynthesis" in window) window.speechSynthesis.cancel();
}

// Variables that have their own CSS class.
const STYLED = new Set(["name", "amount", "count", "months"]);

/** Nodes of a text; values of variables are isolated, so that they cannot reverse the direction of other text. */
function textNodes(parts: readonly TextPart[]): Node[] {
  return parts.map(({ text, variable = "" }) =>
    variable ? element("bdi", STYLED.has(variable) ? `alert-${variable}` : "", text) : document.createTextNode(text),
  );
}

function plain(parts: readonly TextPart[]): string {
  return parts.map(({ text }) => text).join("");
}

function wordNodes(alert: Alert): HTMLElement[] {
  const text = element("div", "alert-text");
  text.append(...textNodes(alert.text));
  if (alert.message.length === 0) return [text];
  const message = element("div", "alert-message");
  message.append(...textNodes(alert.message));
  return [text, message];
}

function alertNode(alert: Alert, settings: Settings): HTMLElement {
  const node = element("div", "alert");
  node.dataset["kind"] = alert.kind;
  node.dataset["platform"] = alert.provider;
  node.dataset["layout"] = alert.layout;
  node.dataset["animation"] = alert.elapsed_ms === 0 ? alert.animation : "none";
  const media = alertMedia(alert, settings);
  if (media) node.append(media);
  const words = element("div", "alert-words");
  words.append(...wordNodes(alert));
  node.append(words);
  return node;
}

function alertMedia(alert: Alert, settings: Settings): HTMLElement | null {
  if (!alert.video) return alert.image ? picture("alert-media", alert.image) : null;
  const video = element("video", "alert-media");
  video.src = alert.video;
  video.autoplay = true;
  video.playsInline = true;
  video.volume = (alert.volume / 100) * (settings.volume / 100);
  video.currentTime = alert.elapsed_ms / 1_000;
  video.addEventListener("error", () => video.remove());
  return video;
}

export function mountAlerts(root: HTMLElement, settings: Settings, tools: Tools): Renderer {
  const box = element("div", "alerts");
  setCssVariables(box, { "text-size": `${settings.text_size}px` });
  root.append(box);
  const player = new AlertPlayer(box, settings, tools);
  return {
    state: ({ alert }) => alert && player.show(alert),
    current: () => ({ alert: player.onScreen }),
    event: (event) => {
      if (event.type === "alert") player.show(event.alert);
      else if (event.type === "alert_revised") player.revise(event.alert);
      else if (event.type === "alert_ended") player.end(event.id);
    },
    // The server sends a made-up alert instead.
    test: () => undefined,
    destroy: () => player.destroy(),
  };
}
