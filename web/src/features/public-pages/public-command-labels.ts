import { formatNumber } from "../../lib/locale";
import { exactDuration } from "../../lib/time/durations";
import { levelLabel } from "../../ui/chat/role-labels";
import type { PublicCommand } from "./public-pages.queries";

/** The lowest level that can use a command, such as Sub or Mod; null for everyone. */
export function accessLabel({ access_level }: PublicCommand): string | null {
  return access_level === 0 ? null : (levelLabel(access_level) ?? null);
}

/** The longer of the global cooldown and that of each viewer; null for a command without cooldown. */
export function cooldownLabel({ global_cooldown, chatter_cooldown }: PublicCommand): string | null {
  const seconds = Math.max(global_cooldown, chatter_cooldown);
  return seconds === 0 ? null : `${exactDuration(seconds)} cooldown`;
}

/** Cost of a command; null for a free command. */
export function costLabel({ cost }: PublicCommand): string | null {
  return cost === 0 ? null : `Costs ${formatNumber(cost)}`;
}

const UNGROUPED = "Other";

interface Group {
  /** Empty for commands without a group. */
  group: string;
  name: string;
  commands: PublicCommand[];
}

/** Commands by group; groups and commands keep the order of the server. */
export function groupCommands(commands: readonly PublicCommand[]): Group[] {
  const groups = [...new Set(commands.map(({ group }) => group))];
  const fallback = groups.length > 1 ? UNGROUPED : "";
  return groups.map((group) => ({
    group,
    name: group || fallback,
    commands: commands.filter((command) => command.group === group),
  }));
}
