import type { components } from "../../api/schema";

type Command = components["schemas"]["CommandIn"];

/** How a response is sent. */
export const RESPONSE_TYPES: readonly { value: Command["response_type"]; label: string }[] = [
  { value: "say", label: "Message" },
  { value: "mention", label: "Mention" },
  { value: "reply", label: "Reply" },
  { value: "announce", label: "Announcement" },
];

/** When a command or timer is active. */
export const ACTIVE_MODES: readonly { value: Command["active_mode"]; label: string }[] = [
  { value: "always", label: "Always" },
  { value: "online", label: "Live only" },
  { value: "offline", label: "Offline only" },
];

export const MAX_RESPONSE_LENGTH = 1_500;
export const MAX_COOLDOWN_SECONDS = 86_400;
export const MAX_COST = 1_000_000_000;
export const MAX_RESPONSES = 10;
export const MAX_PATTERNS = 15;
export const MAX_PATTERN_LENGTH = 200;
export const MAX_GROUP_LENGTH = 50;
export const MAX_DESCRIPTION_LENGTH = 500;

export const PICKS: readonly { value: Command["pick"]; label: string; about: string }[] = [
  { value: "first", label: "First match", about: "The first response that is for the platform." },
  { value: "random", label: "Random", about: "A random response; a weight of 2 comes up twice as often as 1." },
  { value: "round_robin", label: "In order", about: "One after the other, from the top." },
];

export const PATTERN_KINDS: readonly { value: components["schemas"]["Pattern"]["kind"]; label: string }[] = [
  { value: "words", label: "All words" },
  { value: "phrase", label: "Phrase" },
  { value: "regex", label: "Regex" },
];
