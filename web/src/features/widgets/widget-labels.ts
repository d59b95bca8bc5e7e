import { SUBJECTS } from "../../session/access/subjects";
import { KIND_LABELS } from "../../ui/event-labels";
import type { WidgetSource } from "./widget-types";

/** Tooltip of controls that are disabled for lack of permission. */
export const MAY_NOT_MANAGE = SUBJECTS.widgets.mayNotManage;

export const MAX_NAME_LENGTH = 100;

/** One sentence about each widget type; types that only a newer server has are missing. */
export const ABOUT: Record<string, string> = {
  chat: "Messages of all platforms in one list.",
  alerts: "Images, sounds and text for follows, subs, gifts and tips.",
  goal: "A progress bar towards subs, followers or money.",
  viewer_count: "Viewers now, per platform or in total.",
  event_list: "The latest follows, subs, gifts and tips.",
  countdown: "Counts down to your start or the end of a break.",
  subathon: "A countdown that subs and tips make longer.",
  emote_wall: "Emotes from chat fly over the stream.",
  text: "Your own line of text, with live values.",
  custom_html: "Your own HTML, CSS and JavaScript, safely boxed in.",
  now_playing: "The song you are listening to.",
  leaderboard: "The viewers with the most points.",
  giveaway: "How to enter the giveaway, and who won.",
  queue: "Who plays and who is next in your queue.",
};

const OTHER_TESTS: Record<string, string> = {
  message: "Message",
  long_message: "Long message",
  emotes: "Emotes",
  deleted: "Deleted",
  progress: "Progress",
  reached: "Goal reached",
  viewers: "Viewers",
  last_seconds: "Last seconds",
  added: "Time added",
  text: "Text",
  song: "Song",
  points: "Points",
  winner: "Winner",
  viewers_in_line: "Viewers in line",
};

/** Label of a widget's test; `name` is a kind of activity or a key of `OTHER_TESTS`. */
export function testLabel(name: string): string {
  const labels: Record<string, string> = { ...OTHER_TESTS, ...KIND_LABELS };
  return labels[name] ?? name;
}

export function sizeLabel({ width, height }: { width: number; height: number }): string {
  return `${width} × ${height}`;
}

/** "OBS on Windows", "2 sources" or "Not in use". */
export function sourcesLabel(count: number, sources: readonly WidgetSource[] | undefined): string {
  if (count === 0) return "Not in use";
  const [only] = count === 1 ? (sources ?? []) : [];
  return only?.client ?? `${count} ${count === 1 ? "source" : "sources"}`;
}
