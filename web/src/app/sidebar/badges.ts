import { useHealth } from "../../features/admin-health/admin-health.queries";
import { useSystemBots } from "../../features/system-bots/system-bots.queries";
import { useChannelProviders } from "../../session/channel-providers";
import { useChannelProvidersLive } from "../../session/channel-providers.live";

/** Badge of a sidebar item: a count of problems, or "!" when nothing is set up. */
export type NavBadge =
  | { tone: "danger"; text: string; label: string }
  | { tone: "attention"; text: "!"; label: string };

interface NeedsScope {
  scope_needed: boolean;
  bot_provider?: { scope_needed: boolean } | null;
}

interface BadgeLabels {
  needed: (count: number) => string;
  none: string;
}

/** Counts connections whose account or bot lacks permissions; "!" without connections, null for 0 or while loading. */
export function attentionBadge(records: readonly NeedsScope[] | undefined, labels: BadgeLabels): NavBadge | null {
  if (!records) return null;
  if (records.length === 0) return { tone: "attention", text: "!", label: labels.none };
  const count = records.filter(needsScope).length;
  return count === 0 ? null : { tone: "danger", text: String(count), label: labels.needed(count) };
}

function needsScope(record: NeedsScope): boolean {
  return record.scope_needed || record.bot_provider?.scope_needed === true;
}

const PLATFORM_LABELS = {
  needed: (count: number) =>
    count === 1 ? "1 platform is missing permissions" : `${count} platforms are missing permissions`,
  none: "No platforms connected",
};

export function usePlatformsBadge(channelId: string): NavBadge | null {
  useChannelProvidersLive(channelId);
  return attentionBadge(useChannelProviders(channelId).data, PLATFORM_LABELS);
}

const BOT_LABELS = {
  needed: (count: number) => (count === 1 ? "1 bot is missing permissions" : `${count} bots are missing permissions`),
  none: "No system bots connected",
};

export function useSystemBotsBadge(): NavBadge | null {
  return attentionBadge(useSystemBots().data, BOT_LABELS);
}

export function useHealthBadge(): NavBadge | null {
  const count = useHealth().data?.checks.filter(({ state }) => state === "problem").length ?? 0;
  if (count === 0) return null;
  return { tone: "danger", text: String(count), label: count === 1 ? "1 problem" : `${count} problems` };
}
