import { IconBroadcast } from "@tabler/icons-react";
import type { NavEntry } from "../../ui/page/nav-entry";

export const adminChannelsNav: NavEntry = { label: "Channels", icon: IconBroadcast, path: "channels" };
