import type { ModerationEntry } from "../../api/moderation";
import { shortDuration } from "../../lib/time/durations";

type Told = Pick<ModerationEntry, "action" | "seconds" | "actor" | "reason" | "detail" | "outcome" | "message_id">;

const PLAIN: Record<ModerationEntry["action"], string> = {
  delete: "Message deleted",
  warn: "Warned",
  timeout: "Timed out",
  ban: "Banned",
  unban: "Let in again",
  clear: "Chat cleared",
  restore: "Message shown again",
  other: "Changed",
};

const BY_FILTER: Partial<Record<ModerationEntry["action"], string>> = {
  delete: "message deleted",
  warn: "warned",
  timeout: "timed out",
  ban: "banned",
};

/** What was done, without who did it: "Timed out 10 m". */
export function actionLabel({ action, seconds, reason, actor, message_id }: Told): string {
  // What only a platform has comes with its own words.
  if (action === "other") return reason || PLAIN.other;
  // Of a time-out all lines come back that went with it.
  if (action === "restore" && message_id === "") return "Messages shown again";
  const time = action === "timeout" && seconds !== null ? ` ${shortDuration(seconds)}` : "";
  if (actor.kind === "filter") return `${BY_FILTER[action] ?? PLAIN[action].toLowerCase()}${time}`;
  return `${PLAIN[action]}${time}`;
}

/** Why, and what became of it; empty when there is nothing to add. */
export function reasonLabel({ action, reason, detail, outcome }: Told): string {
  const state = outcome === "failed" ? "Failed" : outcome === "asked" ? "On its way" : "";
  return [action === "other" ? "" : reason, state, detail].filter(Boolean).join(" · ");
}
