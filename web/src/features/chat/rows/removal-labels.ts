import type { Removal } from "../../../api/chat";
import type { Platform } from "../../../api/types";
import { shortDuration } from "../../../lib/time/durations";

/** "Timed out 10 m by oskar_mod · link not allowed": action, actor, reason, and whether the line is still visible. */
export function removalLabel(removal: Removal, platform: Platform | undefined): string {
  const { reason, is_here_only: isHereOnly } = removal;
  return [actionLabel(removal), reason, isHereOnly ? hiddenHereLabel(platform) : ""].filter(Boolean).join(" · ");
}

function actionLabel({ how, by, seconds = 0 }: Removal): string {
  const actor = by ? ` by ${by}` : "";
  switch (how) {
    case "deleted":
      return `Deleted${actor}`;
    case "timed_out":
      return seconds > 0 ? `Timed out ${shortDuration(seconds)}${actor}` : `Timed out${actor}`;
    case "banned":
      return `Banned${actor}`;
    case "cleared":
      return `Chat cleared${actor}`;
    case "filtered":
      return by ? `Deleted by ${by} filter` : "Deleted by a filter";
  }
}

function hiddenHereLabel(platform: Platform | undefined): string {
  return platform ? `hidden here only; still visible on ${platform.name}` : "hidden here only";
}
