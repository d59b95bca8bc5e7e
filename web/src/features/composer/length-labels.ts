import { formatNumber } from "../../lib/locale";
import { splitText } from "./split-text";
import type { Target } from "./targets/targets";

/** The longest text that the server accepts. */
export const MAX_TEXT_LENGTH = 2000;

export interface Counter {
  id: string;
  label: string;
  parts: string[];
}

/** "Kick 12/500", or "Kick 512/500 → 2 messages" if the text must be split. */
export function counterOf({ id, label, platform }: Target, text: string): Counter {
  const maxLength = platform.messageMaxLength ?? MAX_TEXT_LENGTH;
  const parts = splitText(text, maxLength);
  const count = `${label} ${text.trim().length}/${maxLength}`;
  return { id, parts, label: parts.length > 1 ? `${count} → ${parts.length} messages` : count };
}

/** Why the text is too long or has no platform to go to; null if neither is so. */
export function problemOf(text: string, targets: readonly Target[], selected: readonly Target[]): string | null {
  const excess = text.trim().length - MAX_TEXT_LENGTH;
  if (excess > 0) return `${excess} characters over the limit of ${formatNumber(MAX_TEXT_LENGTH)}`;
  if (selected.length > 0) return null;
  return targets.some(({ lockedBecause }) => lockedBecause === null)
    ? "Select at least one platform"
    : "No platform available to send to";
}
