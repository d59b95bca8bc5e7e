import { IconShieldHalf } from "@tabler/icons-react";
import type { NavEntry } from "../../ui/page/nav-entry";

export const filtersNav: NavEntry = {
  label: "Chat Filters",
  icon: IconShieldHalf,
  path: "chat-filters",
  group: "Chatbot",
};
