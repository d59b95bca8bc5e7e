import { adminChannelsNav } from "../features/admin-channels/admin-channels.nav";
import { chatNav } from "../features/chat/chat.nav";
import { filtersNav } from "../features/filters/filters.nav";
import { platformsNav } from "../features/platforms/platforms.nav";
import { systemBotsNav } from "../features/system-bots/system-bots.nav";
import type { NavEntry } from "../ui/nav-entry";

/** The sidebar of a channel; a screen appears here when it exists, in the order of the specification. */
export const channelNav: readonly NavEntry[] = [platformsNav, chatNav, filtersNav];

export const adminNav: readonly NavEntry[] = [adminChannelsNav, systemBotsNav];
