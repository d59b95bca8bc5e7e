import type { Level, Role } from "../../api/roles";

// A command's level admits higher levels too. Editor and Admin exist only in Greenroom: shown if stored, not offered.
const LEVEL_LABELS: Record<Level, string> = {
  0: "Public",
  1: "Sub",
  2: "VIP",
  7: "Mod",
  100: "Editor",
  200: "Admin",
  500: "Owner",
};

export function levelLabel(level: number): string | undefined {
  return isLevel(level) ? LEVEL_LABELS[level] : undefined;
}

export function roleLabel({ level, name }: Role): string {
  return levelLabel(level) ?? name;
}

/** The number as a level of a command; an unknown level becomes 0, Public. */
export function asLevel(value: number): Level {
  return isLevel(value) ? value : 0;
}

/** Select options for "Who can use it": the roles that can be chosen, and the roles of the `stored` levels. */
export function levelChoices(
  roles: readonly Role[],
  stored: readonly number[] = [],
): { value: string; label: string }[] {
  return roles
    .filter(({ level, selectable }) => selectable || stored.includes(level))
    .toSorted((one, other) => one.level - other.level)
    .map((role) => ({ value: String(role.level), label: roleLabel(role) }));
}

function isLevel(value: number): value is Level {
  return value in LEVEL_LABELS;
}
