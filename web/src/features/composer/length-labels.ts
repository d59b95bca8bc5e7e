import { splitText } from "./split-text";
import type { Target } from "./targets/targets";

/** As many characters as the server takes in one go. */
export const LONGEST_TEXT = 2000;

export interface Counter {
  id: string;
  words: string;
  parts: string[];
}

/** "Kick 12/500", or "Kick 512/500 → 2 messages" where the text is too long for one. */
export function counterOf({ id, label, platform }: Target, text: string): Counter {
  const longest = platform.messageMaxLength ?? LONGEST_TEXT;
  const parts = splitText(text, longest);
  const words = `${label} ${text.trim().length}/${longest}`;
  return { id, parts, words: parts.length > 1 ? `${words} → ${parts.length} messages` : words };
}

/** What keeps a text from going where it should, in words; null when nothing does. */
export function problemOf(text: string, targets: readonly Target[], going: readonly Target[]): string | null {
  const excess = text.trim().length - LONGEST_TEXT;
  if (excess > 0) return `At most ${LONGEST_TEXT.toLocaleString("en-GB")} characters: ${excess} too many`;
  if (going.length > 0) return null;
  return targets.some(({ lock }) => lock === null) ? "Choose where it goes" : "No platform can be written to";
}
