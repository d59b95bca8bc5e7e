import { IconTerminal2 } from "@tabler/icons-react";
import type { NavEntry } from "../../ui/page/nav-entry";

export const commandsNav: NavEntry = {
  label: "Chat Commands",
  icon: IconTerminal2,
  path: "chat-commands",
  group: "Chatbot",
};
