import type { Level, Role } from "../../api/roles";

// Levels of platform roles; Editor and Admin are roles of Greenroom only.
const LEVEL_LABELS: Record<Level, string> = {
  0: "Everyone",
  1: "Subscribers and above",
  2: "VIPs and above",
  7: "Moderators and above",
  500: "Owner only",
};

export function levelLabel(level: number): string | undefined {
  return isLevel(level) ? LEVEL_LABELS[level] : undefined;
}

export function roleLabel({ level, name }: Role): string {
  return levelLabel(level) ?? `${name} and above`;
}

/** Narrows a number to a level of a command; others become Everyone. */
export function asLevel(value: number): Level {
  return isLevel(value) ? value : 0;
}

/** Select options for "Who can use it". */
export function levelChoices(roles: readonly Role[]): { value: string; label: string }[] {
  return roles
    .filter(({ selectable }) => selectable)
    .toSorted((one, other) => one.level - other.level)
    .map((role) => ({ value: String(role.level), label: roleLabel(role) }));
}

function isLevel(value: number): value is Level {
  return value in LEVEL_LABELS;
}
