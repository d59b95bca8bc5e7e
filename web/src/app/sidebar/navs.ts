import {
  IconActivity,
  IconActivityHeartbeat,
  IconAppWindow,
  IconBroadcast,
  IconChartAreaLine,
  IconClock,
  IconDeviceTv,
  IconDice5,
  IconGift,
  IconLayoutDashboard,
  IconMessages,
  IconPlugConnected,
  IconQuote,
  IconRobot,
  IconSettings,
  IconShieldHalf,
  IconSpeakerphone,
  IconTemplate,
  IconTerminal2,
  IconUserCog,
  IconUsers,
  IconUsersGroup,
  type TablerIcon,
} from "@tabler/icons-react";
import { type NavBadge, useHealthBadge, usePlatformsBadge, useSystemBotsBadge } from "./badges";

/** One item of a sidebar; `path` is relative to the area (`providers` below `/channels/:channelId`). */
export interface NavEntry {
  label: string;
  icon: TablerIcon;
  path: string;
  /** Heading of its group. */
  group?: string;
  /** A hook: it is called once per render of the item, with the id of the open channel ("" in the admin area). */
  useBadge?: (channelId: string) => NavBadge | null;
  children?: readonly { label: string; path: string }[];
}

const GAMES = [
  { label: "Points", path: "gambling/point-settings" },
  { label: "Slots", path: "gambling/slots-settings" },
  { label: "Roulette", path: "gambling/roulette-settings" },
];

/** The sidebar of a channel in the order of the specification; the dashboard is the index page of a channel. */
export const channelNav: readonly NavEntry[] = [
  { label: "Dashboard", icon: IconLayoutDashboard, path: "" },
  { label: "Platforms", icon: IconPlugConnected, path: "providers", useBadge: usePlatformsBadge },
  { label: "Chat", icon: IconMessages, path: "chat" },
  { label: "Activity Feed", icon: IconActivity, path: "activity-feed" },
  { label: "Stats", icon: IconChartAreaLine, path: "stats" },
  { label: "Watch", icon: IconDeviceTv, path: "watch-guide" },
  { label: "Chat Commands", icon: IconTerminal2, path: "chat-commands", group: "Chatbot" },
  { label: "Chat Timers", icon: IconClock, path: "chat-timers", group: "Chatbot" },
  { label: "Chat Filters", icon: IconShieldHalf, path: "chat-filters", group: "Chatbot" },
  { label: "Quotes", icon: IconQuote, path: "quotes", group: "Chatbot" },
  { label: "Gambling Settings", icon: IconDice5, path: "gambling", group: "Chatbot", children: GAMES },
  { label: "Giveaways", icon: IconGift, path: "giveaways", group: "Chatbot" },
  { label: "Viewer Queue", icon: IconUsersGroup, path: "queues", group: "Chatbot" },
  { label: "Stream Widgets", icon: IconAppWindow, path: "widgets" },
  { label: "User Access", icon: IconUserCog, path: "user-access" },
  { label: "Channel Settings", icon: IconSettings, path: "settings" },
];

export const adminNav: readonly NavEntry[] = [
  { label: "Channels", icon: IconBroadcast, path: "channels" },
  { label: "System Provider Bots", icon: IconRobot, path: "system-provider-bots", useBadge: useSystemBotsBadge },
  { label: "Command Templates", icon: IconTemplate, path: "command-templates" },
  { label: "People", icon: IconUsers, path: "people" },
  { label: "Notices", icon: IconSpeakerphone, path: "notices" },
  { label: "Health", icon: IconActivityHeartbeat, path: "health", useBadge: useHealthBadge },
];
