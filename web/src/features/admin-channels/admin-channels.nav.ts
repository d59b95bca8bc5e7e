import { IconBroadcast } from "@tabler/icons-react";
import type { NavEntry } from "../../ui/nav-entry";

export const adminChannelsNav: NavEntry = { label: "Channels", icon: IconBroadcast, path: "channels" };
