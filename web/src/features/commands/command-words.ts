import { exactDuration } from "../../lib/durations";
import type { CommandDraft, Level, Pattern, Role } from "./command-types";

/** Said wherever a control is shown to somebody who may not use it. */
export const MAY_NOT_MANAGE = "Only editors and above can change commands";

export const NAME_LIMIT = 50;
export const MOST_NAMES = 15;
export const ANSWER_LIMIT = 1_500;
export const MOST_ANSWERS = 10;
export const MOST_PATTERNS = 15;
export const PATTERN_LIMIT = 200;
export const LONGEST_COOLDOWN = 86_400;
export const GROUP_LIMIT = 50;
export const DESCRIPTION_LIMIT = 500;

export const RESPONSE_TYPES: readonly { value: CommandDraft["response_type"]; label: string }[] = [
  { value: "say", label: "Say" },
  { value: "mention", label: "Mention" },
  { value: "reply", label: "Reply" },
  { value: "announce", label: "Announce" },
];

export const ACTIVE_MODES: readonly { value: CommandDraft["active_mode"]; label: string }[] = [
  { value: "always", label: "Always" },
  { value: "online", label: "Live only" },
  { value: "offline", label: "Offline only" },
];

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

const LEVEL_WORDS: Record<string, string> = {
  Public: "Everyone",
  Sub: "Subscribers and above",
  VIP: "VIPs and above",
  Mod: "Moderators and above",
  Owner: "The owner only",
};

// What a platform tells us of somebody; roles of our own have other numbers.
const ASKING_LEVELS: readonly Level[] = [0, 1, 2, 7, 500];

/** The number of a role that a command can ask for. */
export function asLevel(value: number): Level {
  return ASKING_LEVELS.find((level) => level === value) ?? 0;
}

/** Who can use a command: the roles that can be chosen, from everyone to the owner. */
export function levelChoices(roles: readonly Role[]): { value: string; label: string }[] {
  return roles
    .filter(({ selectable }) => selectable)
    .toSorted((one, other) => one.level - other.level)
    .map(({ level, name }) => ({ value: String(level), label: LEVEL_WORDS[name] ?? `${name} and above` }));
}

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
