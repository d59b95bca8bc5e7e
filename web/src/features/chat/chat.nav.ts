import { IconMessages } from "@tabler/icons-react";
import type { NavEntry } from "../../ui/page/nav-entry";

export const chatNav: NavEntry = { label: "Chat", icon: IconMessages, path: "chat" };
