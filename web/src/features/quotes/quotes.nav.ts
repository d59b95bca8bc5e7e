import { IconQuote } from "@tabler/icons-react";
import type { NavEntry } from "../../ui/page/nav-entry";

export const quotesNav: NavEntry = {
  label: "Quotes",
  icon: IconQuote,
  path: "quotes",
  group: "Chatbot",
};
