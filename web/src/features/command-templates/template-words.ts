import type { Role, TemplateCommand } from "./template-types";

export const RESPONSE_TYPES: readonly { value: TemplateCommand["response_type"]; label: string }[] = [
  { value: "say", label: "Say" },
  { value: "mention", label: "Mention" },
  { value: "reply", label: "Reply" },
  { value: "announce", label: "Announce" },
];

export const ACTIVE_MODES: readonly { value: TemplateCommand["active_mode"]; label: string }[] = [
  { value: "always", label: "Always" },
  { value: "online", label: "Live only" },
  { value: "offline", label: "Offline only" },
];

const LEVEL_WORDS: Record<string, string> = {
  Public: "Everyone",
  Sub: "Subscribers and above",
  VIP: "VIPs and above",
  Mod: "Moderators and above",
  Owner: "The owner only",
};

const LEVELS: readonly TemplateCommand["access_level"][] = [0, 1, 2, 7, 500];

/** The number of a role that a command can ask for. */
export function levelOf(value: number): TemplateCommand["access_level"] {
  return LEVELS.find((level) => level === value) ?? 0;
}

export function levelChoices(roles: readonly Role[]): { value: string; label: string }[] {
  return roles
    .filter(({ selectable }) => selectable)
    .toSorted((one, other) => one.level - other.level)
    .map(({ level, name }) => ({ value: String(level), label: LEVEL_WORDS[name] ?? `${name} and above` }));
}
