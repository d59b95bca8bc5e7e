import { IconClock } from "@tabler/icons-react";
import type { NavEntry } from "../../ui/page/nav-entry";

export const timersNav: NavEntry = {
  label: "Chat Timers",
  icon: IconClock,
  path: "chat-timers",
  group: "Chatbot",
};
