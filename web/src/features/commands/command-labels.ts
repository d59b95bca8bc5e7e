import { formatNumber } from "../../lib/locale";
import { exactDuration } from "../../lib/time/durations";
import type { CommandDraft, Pattern } from "../../ui/command/new-command";

/** Tooltip of controls that are disabled for lack of permission. */
export const MAY_NOT_MANAGE = "Only editors and above can change commands";

export const MAX_NAME_LENGTH = 50;
export const MAX_NAMES = 15;
export const MAX_RESPONSES = 10;
export const MAX_PATTERNS = 15;
export const MAX_PATTERN_LENGTH = 200;
export const MAX_GROUP_LENGTH = 50;
export const MAX_DESCRIPTION_LENGTH = 500;

export const PICKS: readonly { value: CommandDraft["pick"]; label: string; about: string }[] = [
  { value: "first", label: "First match", about: "The first response that is for the platform." },
  { value: "random", label: "Random", about: "A random response; a weight of 2 comes up twice as often as 1." },
  { value: "round_robin", label: "In order", about: "One after the other, from the top." },
];

export const PATTERN_KINDS: readonly { value: Pattern["kind"]; label: string }[] = [
  { value: "words", label: "All words" },
  { value: "phrase", label: "Phrase" },
  { value: "regex", label: "Regex" },
];

const MAX_SHOWN_IN_SECONDS = 1_000;

/** "5 / 15 s": global, then per user. */
export function cooldownLabel(global: number, perUser: number): string {
  if (global === 0 && perUser === 0) return "None";
  if (global < MAX_SHOWN_IN_SECONDS && perUser < MAX_SHOWN_IN_SECONDS) return `${global} / ${perUser} s`;
  return `${exactDuration(global)} / ${exactDuration(perUser)}`;
}

export function usesLabel(count: number): string {
  return count === 1 ? "1 use" : `${formatNumber(count)} uses`;
}
