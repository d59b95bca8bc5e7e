import type { Level, Role } from "../../api/roles";

// What a platform tells us of somebody; roles of our own have other numbers.
const WORDS: Record<Level, string> = {
  0: "Everyone",
  1: "Subscribers and above",
  2: "VIPs and above",
  7: "Moderators and above",
  500: "The owner only",
};

/** Who is meant by a level, where it is one that platforms know. */
export function levelLabel(level: number): string | undefined {
  return isLevel(level) ? WORDS[level] : undefined;
}

export function roleLabel({ level, name }: Role): string {
  return levelLabel(level) ?? `${name} and above`;
}

/** The number of a role that a command can ask for. */
export function asLevel(value: number): Level {
  return isLevel(value) ? value : 0;
}

/** Who can use a command: the roles that can be chosen, from everyone to the owner. */
export function levelChoices(roles: readonly Role[]): { value: string; label: string }[] {
  return roles
    .filter(({ selectable }) => selectable)
    .toSorted((one, other) => one.level - other.level)
    .map((role) => ({ value: String(role.level), label: roleLabel(role) }));
}

function isLevel(value: number): value is Level {
  return value in WORDS;
}
