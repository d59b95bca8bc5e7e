import { canDeleteOn } from "../../../api/capabilities";
import type { Removal } from "../../../api/chat";
import type { Platform } from "../../../api/types";
import { shortDuration } from "../../../lib/time/durations";

/** "Timed out 10 m by oskar_mod · link not allowed": who took a line away, why, and whether the platform still shows it. */
export function removalWords(removal: Removal, platform: Platform | undefined): string {
  const { reason, is_here_only: isHereOnly } = removal;
  return [deed(removal), reason, isHereOnly ? hereOnly(platform) : ""].filter(Boolean).join(" · ");
}

function deed({ how, by, seconds = 0 }: Removal): string {
  const doer = by ? ` by ${by}` : "";
  switch (how) {
    case "deleted":
      return `Deleted${doer}`;
    case "timed_out":
      return seconds > 0 ? `Timed out ${shortDuration(seconds)}${doer}` : `Timed out${doer}`;
    case "banned":
      return `Banned${doer}`;
    case "cleared":
      return `Chat cleared${doer}`;
    case "filtered":
      return by ? `Hidden by filter ${by}` : "Hidden by a filter";
  }
}

function hereOnly(platform: Platform | undefined): string {
  if (!platform) return "removed here only";
  return canDeleteOn(platform).isPossible
    ? `removed here only, ${platform.name} still shows it`
    : `removed here only, ${platform.name} takes no deletes`;
}
