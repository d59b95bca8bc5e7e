import { IconDice5 } from "@tabler/icons-react";
import { activityFeedNav } from "../../features/activity-feed/activity-feed.nav";
import { adminChannelsNav } from "../../features/admin-channels/admin-channels.nav";
import { adminHealthNav } from "../../features/admin-health/admin-health.nav";
import { adminUsersNav } from "../../features/admin-users/admin-users.nav";
import { channelFileNav } from "../../features/channel-file/channel-file.nav";
import { chatNav } from "../../features/chat/chat.nav";
import { templatesNav } from "../../features/command-templates/templates.nav";
import { commandsNav } from "../../features/commands/commands.nav";
import { dashboardNav } from "../../features/dashboard/dashboard.nav";
import { filtersNav } from "../../features/filters/filters.nav";
import { giveawaysNav } from "../../features/giveaways/giveaways.nav";
import { noticesNav } from "../../features/notices/notices.nav";
import { platformsNav } from "../../features/platforms/platforms.nav";
import { queuesNav } from "../../features/queues/queues.nav";
import { quotesNav } from "../../features/quotes/quotes.nav";
import { statsNav } from "../../features/stats/stats.nav";
import { systemBotsNav } from "../../features/system-bots/system-bots.nav";
import { timersNav } from "../../features/timers/timers.nav";
import { userAccessNav } from "../../features/user-access/user-access.nav";
import { watchNav } from "../../features/watch/watch.nav";
import { widgetsNav } from "../../features/widgets/widgets.nav";
import type { NavEntry } from "../../ui/page/nav-entry";

const gamblingNav: NavEntry = {
  label: "Gambling Settings",
  icon: IconDice5,
  path: "gambling",
  group: "Chatbot",
  children: [
    { label: "Points", path: "gambling/point-settings" },
    { label: "Slots", path: "gambling/slots-settings" },
    { label: "Roulette", path: "gambling/roulette-settings" },
  ],
};

/** The sidebar of a channel in the order of the specification. */
export const channelNav: readonly NavEntry[] = [
  dashboardNav,
  platformsNav,
  chatNav,
  activityFeedNav,
  statsNav,
  watchNav,
  commandsNav,
  timersNav,
  filtersNav,
  quotesNav,
  gamblingNav,
  giveawaysNav,
  queuesNav,
  widgetsNav,
  userAccessNav,
  channelFileNav,
];

export const adminNav: readonly NavEntry[] = [
  adminChannelsNav,
  systemBotsNav,
  templatesNav,
  adminUsersNav,
  noticesNav,
  adminHealthNav,
];
