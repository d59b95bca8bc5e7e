import { IconRobot } from "@tabler/icons-react";
import { attentionBadge, type NavBadge, type NavEntry } from "../../ui/page/nav-entry";
import { useSystemBots } from "./system-bots.queries";

const BADGE_LABELS = {
  needed: (count: number) => (count === 1 ? "1 bot is missing permissions" : `${count} bots are missing permissions`),
  none: "No system bots connected",
};

export const systemBotsNav: NavEntry = {
  label: "System Provider Bots",
  icon: IconRobot,
  path: "system-provider-bots",
  useBadge: useSystemBotsBadge,
};

function useSystemBotsBadge(): NavBadge | null {
  return attentionBadge(useSystemBots().data, BADGE_LABELS);
}
