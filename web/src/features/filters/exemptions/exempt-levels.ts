import type { Role } from "../../../api/roles";
import { roleLabel } from "../../../ui/chat/role-labels";

/** Option that exempts no role; its level is above every role. The broadcaster and owners are always exempt. */
const NO_ONE = { level: 1_000, label: "No one" };

/** Options from the lowest level to the highest; includes the current level even if its role is not selectable. */
export function exemptLevels(roles: readonly Role[], current: number): { value: string; label: string }[] {
  const shown = roles.filter(({ selectable, level }) => level > 0 && (selectable || level === current));
  const named = shown.map((role) => ({ level: role.level, label: roleLabel(role) }));
  const choices = [...named, NO_ONE];
  if (!choices.some(({ level }) => level === current)) choices.push({ level: current, label: `Level ${current}` });
  return choices
    .toSorted((one, other) => one.level - other.level)
    .map(({ level, label }) => ({ value: String(level), label }));
}
