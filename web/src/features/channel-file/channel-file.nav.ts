import { IconSettings } from "@tabler/icons-react";
import type { NavEntry } from "../../ui/page/nav-entry";

export const channelFileNav: NavEntry = {
  label: "Channel Settings",
  icon: IconSettings,
  path: "settings",
};
