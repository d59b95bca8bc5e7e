import { mountAlerts } from "./renderers/alerts";
import { mountChat } from "./renderers/chat";
import { mountCountdown } from "./renderers/countdown";
import { mountCustomHtml } from "./renderers/custom-html";
import { mountEmoteWall } from "./renderers/emote-wall";
import { mountEventList } from "./renderers/event-list";
import { mountGiveaway } from "./renderers/giveaway";
import { mountGoal } from "./renderers/goal";
import { mountLeaderboard } from "./renderers/leaderboard";
import { mountNowPlaying } from "./renderers/now-playing";
import { mountQueue } from "./renderers/queue";
import { mountText } from "./renderers/text";
import { mountViewerCount } from "./renderers/viewer-count";
import type { Mount, Renderer, SettingsOf, StageEvent, State, StateFrame, Tools, TypeName } from "./stage-types";

const MOUNTS: { [Name in TypeName]: Mount<Name> } = {
  chat: mountChat,
  alerts: mountAlerts,
  goal: mountGoal,
  viewer_count: mountViewerCount,
  event_list: mountEventList,
  countdown: mountCountdown,
  subathon: mountCountdown,
  now_playing: mountNowPlaying,
  emote_wall: mountEmoteWall,
  text: mountText,
  custom_html: mountCustomHtml,
  leaderboard: mountLeaderboard,
  giveaway: mountGiveaway,
  queue: mountQueue,
};

/** Shows the widget that the server sent, with its state, its events and its custom CSS. */
export class Stage {
  private renderer: Renderer | null = null;
  private shown: StateFrame | null = null;
  /** Events that arrived before the state that they change. */
  private early: StageEvent[] = [];
  private readonly css = document.createElement("style");
  private readonly ownLanguage = document.documentElement.lang;

  constructor(
    private readonly root: HTMLElement,
    private readonly tools: Tools,
  ) {
    document.head.append(this.css);
  }

  receive(frame: StateFrame | StageEvent): void {
    if (frame.type === "state") this.show(frame);
    else if (frame.type === "off") this.blank();
    else if (this.renderer) this.pass(this.renderer, frame);
    else this.early.push(frame);
  }

  /** Drops events of a lost connection that still wait for its state; the screen stays as it is. */
  dropEarlyEvents(): void {
    this.early = [];
  }

  /** Shows nothing, as if the source in OBS were hidden. */
  blank(): void {
    this.renderer?.destroy();
    this.renderer = null;
    this.shown = null;
    this.css.textContent = "";
    this.root.replaceChildren();
  }

  /** Shows the settings that are being edited, with the content that is on screen. */
  preview(settings: unknown, css: string): void {
    if (!this.shown) return;
    const isSame = JSON.stringify(settings) === JSON.stringify(this.shown.widget.settings);
    // Cast: the editor's settings are of the widget's type.
    const widget = { ...this.shown.widget, css, settings: settings as SettingsOf[TypeName] };
    const state = { ...this.shown.state, ...this.renderer?.current?.() };
    if (!isSame) this.mount({ ...this.shown, widget, state });
    this.shown = { ...this.shown, widget };
    this.css.textContent = css;
  }

  /** Mounts the shown widget again from its last state. */
  remount(): void {
    if (this.shown) this.mount(this.shown);
  }

  private show(frame: StateFrame): void {
    const before = this.shown?.widget;
    const isSame = before && JSON.stringify(before) === JSON.stringify(frame.widget);
    if (isSame) this.renderer?.state(frame.state);
    else this.mount(frame);
    this.shown = frame;
    const early = this.early;
    this.early = [];
    for (const event of early) this.receive(event);
  }

  private mount(frame: StateFrame): void {
    this.renderer?.destroy();
    this.root.replaceChildren();
    this.css.textContent = frame.widget.css;
    // Speech without its own language setting uses the language of the page.
    document.documentElement.lang = frame.widget.language || this.ownLanguage;
    this.root.dataset["type"] = frame.widget.type;
    // Cast: the server checked the settings with the model of the widget's type.
    const mount = MOUNTS[frame.widget.type] as Mount<TypeName>;
    this.renderer = mount(this.root, frame.widget.settings as never, this.tools);
    this.renderer.state(frame.state);
    this.shown = frame;
  }

  private pass(renderer: Renderer, event: StageEvent): void {
    if (event.type === "test") renderer.test(event.name);
    else if (event.type === "update") {
      if (this.shown) this.shown = { ...this.shown, state: mergeState(this.shown.state, event.state) };
      renderer.state(event.state);
    } else renderer.event(event);
  }
}

function mergeState(old: State, fresh: State): State {
  return { ...old, ...fresh };
}
