import { exactDuration } from "../../lib/time/durations";
import type { CommandDraft, Pattern } from "../../ui/command/new-command";

/** Said wherever a control is shown to somebody who may not use it. */
export const MAY_NOT_MANAGE = "Only editors and above can change commands";

export const MAX_NAME_LENGTH = 50;
export const MAX_NAMES = 15;
export const MAX_RESPONSES = 10;
export const MAX_PATTERNS = 15;
export const MAX_PATTERN_LENGTH = 200;
export const MAX_GROUP_LENGTH = 50;
export const MAX_DESCRIPTION_LENGTH = 500;

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

const MAX_SHOWN_IN_SECONDS = 1_000;

/** "5 / 15 s": for all, then for one viewer. */
export function cooldownLabel(forAll: number, perViewer: number): string {
  if (forAll === 0 && perViewer === 0) return "None";
  if (forAll < MAX_SHOWN_IN_SECONDS && perViewer < MAX_SHOWN_IN_SECONDS) return `${forAll} / ${perViewer} s`;
  return `${exactDuration(forAll)} / ${exactDuration(perViewer)}`;
}

export function usesLabel(count: number): string {
  return count === 1 ? "1 use" : `${count.toLocaleString("en-GB")} uses`;
}
