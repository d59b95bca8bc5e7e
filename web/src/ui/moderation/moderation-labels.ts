import type { ModerationEntry } from "../../api/moderation";
import { shortDuration } from "../../lib/time/durations";

type LabelledEntry = Pick<
  ModerationEntry,
  "action" | "seconds" | "actor" | "reason" | "detail" | "outcome" | "message_id"
>;

const ACTION_LABELS: Record<ModerationEntry["action"], string> = {
  delete: "Message deleted",
  warn: "Warned",
  timeout: "Timed out",
  ban: "Banned",
  unban: "Unbanned",
  clear: "Chat cleared",
  restore: "Message restored",
  mode: "Chat mode changed",
  shoutout: "Shoutout",
  raid: "Raid started",
  unraid: "Raid cancelled",
  other: "Changed",
};

// Labels of failed actions: "Banned" would be untrue.
const FAILED_ACTION_LABELS: Partial<Record<ModerationEntry["action"], string>> = {
  delete: "Deletion",
  warn: "Warning",
  timeout: "Timeout",
  ban: "Ban",
  unban: "Unban",
};

const FILTER_ACTION_LABELS: Partial<Record<ModerationEntry["action"], string>> = {
  delete: "message deleted",
  warn: "warned",
  timeout: "timed out",
  ban: "banned",
};

/** The action without its actor: "Timed out 10 m", or "Timeout 10 m" if it failed. */
export function actionLabel({ action, seconds, reason, actor, message_id, outcome }: LabelledEntry): string {
  // The reason of such an entry says which action it was.
  if (isNamedByReason(action)) return reason || ACTION_LABELS[action];
  // Undoing a time-out restores all its messages.
  if (action === "restore" && message_id === "") return "Messages restored";
  const time = action === "timeout" && seconds !== null ? ` ${shortDuration(seconds)}` : "";
  if (actor.kind === "filter") return `${FILTER_ACTION_LABELS[action] ?? ACTION_LABELS[action].toLowerCase()}${time}`;
  const failed = outcome === "failed" ? FAILED_ACTION_LABELS[action] : undefined;
  return `${failed ?? ACTION_LABELS[action]}${time}`;
}

function isNamedByReason(action: ModerationEntry["action"]): boolean {
  return action === "other" || action === "mode";
}

/** Reason, result and detail; empty if there is none of them. */
export function reasonLabel({ action, reason, detail, outcome }: LabelledEntry): string {
  const state = outcome === "failed" ? "Failed" : outcome === "asked" ? "Pending" : "";
  return [isNamedByReason(action) ? "" : reason, state, detail].filter(Boolean).join(" · ");
}
