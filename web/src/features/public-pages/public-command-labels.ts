import { exactDuration } from "../../lib/time/durations";
import { levelWords } from "../../ui/chat/role-labels";
import type { PublicCommand } from "./public-pages.queries";

/** Who can use a command; nothing where that is everybody. */
export function whoWords({ access_level }: PublicCommand): string | null {
  return access_level === 0 ? null : (levelWords(access_level) ?? null);
}

/** How long one has to wait until it answers the same person again; nothing where it always does. */
export function waitWords({ global_cooldown, chatter_cooldown }: PublicCommand): string | null {
  const seconds = Math.max(global_cooldown, chatter_cooldown);
  return seconds === 0 ? null : `Every ${exactDuration(seconds)}`;
}

const OTHERS = "Other";

interface Group {
  /** As it was given; empty for commands without one. */
  group: string;
  name: string;
  commands: PublicCommand[];
}

/** Commands by their group. The server sends group after group, those without one last: more of them come below. */
export function inGroups(commands: readonly PublicCommand[]): Group[] {
  const groups = [...new Set(commands.map(({ group }) => group))];
  const nameless = groups.length > 1 ? OTHERS : "";
  return groups.map((group) => ({
    group,
    name: group || nameless,
    commands: commands.filter((command) => command.group === group),
  }));
}
