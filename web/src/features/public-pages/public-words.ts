import { exactDuration } from "../../lib/durations";
import type { PublicCommand } from "./public-pages.queries";

const LEVELS: Record<PublicCommand["access_level"], string | null> = {
  0: null,
  1: "Subscribers",
  2: "VIPs",
  7: "Moderators",
  500: "The streamer",
};

/** Who can use a command; nothing where that is everybody. */
export function levelWords({ access_level }: PublicCommand): string | null {
  return LEVELS[access_level];
}

/** How long one has to wait until it answers the same person again; nothing where it always does. */
export function waitWords({ global_cooldown, chatter_cooldown }: PublicCommand): string | null {
  const seconds = Math.max(global_cooldown, chatter_cooldown);
  return seconds === 0 ? null : `Every ${exactDuration(seconds)}`;
}

const OTHERS = "Other";

/** Commands by their group, in the order of the groups' names; those without one come last. */
export function inGroups(commands: readonly PublicCommand[]): { name: string; commands: PublicCommand[] }[] {
  const names = [...new Set(commands.map(({ group }) => group))];
  const isPlain = names.every((name) => name === "");
  return names
    .toSorted((one, other) => Number(one === "") - Number(other === "") || one.localeCompare(other))
    .map((name) => ({
      name: name || (isPlain ? "" : OTHERS),
      commands: commands.filter(({ group }) => group === name),
    }));
}
