import { IconGift } from "@tabler/icons-react";
import type { NavEntry } from "../../ui/page/nav-entry";

export const giveawaysNav: NavEntry = {
  label: "Giveaways",
  icon: IconGift,
  path: "giveaways",
  group: "Chatbot",
};
