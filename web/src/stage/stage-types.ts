import type { ChatEvent, ChatLine } from "../api/chat";
import type { components } from "../api/schema";
import type { CodeGuard } from "./guard/code-guard";

type Schemas = components["schemas"];

/** Settings by type of widget. */
export interface SettingsOf {
  chat: Schemas["ChatWidget"];
  alerts: Schemas["AlertsWidget"];
  goal: Schemas["GoalWidget"];
  viewer_count: Schemas["ViewerCountWidget"];
  event_list: Schemas["EventListWidget"];
  countdown: Schemas["CountdownWidget"];
  subathon: Schemas["SubathonWidget"];
  now_playing: Schemas["NowPlayingWidget"];
  emote_wall: Schemas["EmoteWallWidget"];
  text: Schemas["TextWidget"];
  custom_html: Schemas["CustomHtmlWidget"];
  leaderboard: Schemas["LeaderboardWidget"];
  giveaway: Schemas["GiveawayWidget"];
  queue: Schemas["QueueWidget"];
}

export type TypeName = keyof SettingsOf;

/** An activity without the ids of its viewer. */
export interface Activity {
  id: string;
  provider: string;
  kind: string;
  name: string;
  count: number;
  amount: number;
  currency: string;
  decimals: number;
  value: number;
  months: number;
  tier: string;
  title: string;
  message: string;
  recipients: string[];
  happened_at: string;
}

export interface TextPart {
  text: string;
  variable?: string;
}

export interface Speech {
  text: string;
  language: string;
  rate_percent: number;
  volume: number;
}

export interface Alert {
  id: string;
  kind: string;
  provider: string;
  text: TextPart[];
  message: TextPart[];
  image: string;
  video: string;
  sound: string;
  volume: number;
  layout: "above" | "beside" | "behind";
  animation: "fade" | "slide" | "pop" | "none";
  duration_ms: number;
  elapsed_ms: number;
  speech: Speech | null;
}

export interface CountdownState {
  left_ms: number;
  is_running: boolean;
  /** When the countdown ends, equal in all repeated reports; null while it is stopped. */
  ends_at: string | null;
  added_ms?: number;
  added_by?: string;
}

export interface Stream {
  id: string;
  revision: number;
  provider: string;
  is_live: boolean;
  viewers: number | null;
}

export interface Song {
  title: string;
  artists: string[];
  picture_url: string;
  duration_ms: number;
  /** Position in the song when the frame was sent. */
  progress_ms: number;
}

export interface LeaderboardRow {
  name: string;
  provider: string;
  avatar_url: string;
  balance: number;
}

export interface Leaderboard {
  points_name: string;
  /** Highest balance first. */
  rows: LeaderboardRow[];
}

export interface ShownGiveaway {
  prize: string;
  state: string;
  /** Empty if viewers do not enter by a keyword. */
  keyword: string;
  entry_count: number;
  ticket_count: number;
  winners: { name: string; provider: string; is_waiting: boolean }[];
}

export interface ShownViewer {
  name: string;
  provider: string;
  state: string;
}

export interface ShownQueue {
  name: string;
  is_open: boolean;
  waiting: number;
  /** Playing viewers first, then called, then waiting ones. */
  rows: ShownViewer[];
}

/** What a widget shows; each type of widget has its own fields. */
export interface State {
  lines?: ChatLine[];
  /** Prefix of the channel's commands. */
  command_prefix?: string;
  alert?: Alert | null;
  /** Value that a goal has reached. */
  current?: number;
  streams?: Stream[];
  activities?: Activity[];
  countdown?: CountdownState;
  text?: string;
  /** Null while no song plays. */
  song?: Song | null;
  leaderboard?: Leaderboard;
  /** Null while no giveaway is shown. */
  giveaway?: ShownGiveaway | null;
  queue?: ShownQueue;
}

export interface StateFrame {
  type: "state";
  /** Revision of the saved widget. */
  revision: number;
  widget: { id: string; type: TypeName; settings: SettingsOf[TypeName]; css: string; language?: string };
  state: State;
}

export type StageEvent =
  | ChatEvent
  | { type: "update"; state: State }
  | { type: "test"; name: string }
  /** The widget is switched off: nothing is shown until it is on again. */
  | { type: "off" }
  | { type: "activity"; activity: Activity }
  | { type: "alert"; alert: Alert }
  | { type: "alert_revised"; alert: Alert }
  | { type: "alert_ended"; id: string }
  | ({ type: "countdown" } & CountdownState)
  | { type: "stream"; action: "new" | "updated" | "deleted"; data: Stream };

/** What a renderer uses outside of its element. */
export interface Tools {
  /** Tells the server that a page shows this alert. */
  reportShown: (alertId: string) => void;
  guard: Pick<CodeGuard, "mayRun" | "stop">;
}

/** Shows one widget in its element. */
export interface Renderer {
  state: (state: State) => void;
  /** The state on screen, for mounting the widget with other settings; without it, the server's last state is used. */
  current?: () => State;
  event: (event: StageEvent) => void;
  /** Shows made-up content, when the user tests the widget in the editor. */
  test: (name: string) => void;
  destroy: () => void;
}

export type Mount<Name extends TypeName> = (root: HTMLElement, settings: SettingsOf[Name], tools: Tools) => Renderer;
