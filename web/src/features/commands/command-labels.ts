import { exactDuration } from "../../lib/time/durations";
import type { CommandDraft, Pattern } from "../../ui/command/new-command";

/** Said wherever a control is shown to somebody who may not use it. */
export const MAY_NOT_MANAGE = "Only editors and above can change commands";

export const NAME_LIMIT = 50;
export const MOST_NAMES = 15;
export const MOST_ANSWERS = 10;
export const MOST_PATTERNS = 15;
export const PATTERN_LIMIT = 200;
export const GROUP_LIMIT = 50;
export const DESCRIPTION_LIMIT = 500;

export const PICKS: readonly { value: CommandDraft["pick"]; label: string; about: string }[] = [
  { value: "first", label: "The first", about: "The first one that is for the platform." },
  { value: "random", label: "By chance", about: "One of them by chance; twice the weight comes twice as often." },
  { value: "round_robin", label: "In turn", about: "One after the other, from the top." },
];

export const PATTERN_KINDS: readonly { value: Pattern["kind"]; label: string }[] = [
  { value: "words", label: "All words" },
  { value: "phrase", label: "Phrase" },
  { value: "regex", label: "Expression" },
];

const SECONDS_UP_TO = 1_000;

/** "5 / 15 s": for all, then for one viewer. */
export function cooldownWords(forAll: number, perViewer: number): string {
  if (forAll === 0 && perViewer === 0) return "None";
  if (forAll < SECONDS_UP_TO && perViewer < SECONDS_UP_TO) return `${forAll} / ${perViewer} s`;
  return `${exactDuration(forAll)} / ${exactDuration(perViewer)}`;
}

export function usesWords(count: number): string {
  return count === 1 ? "1 use" : `${count.toLocaleString("en-GB")} uses`;
}
