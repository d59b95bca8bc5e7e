import { IconUsersGroup } from "@tabler/icons-react";
import type { NavEntry } from "../../ui/page/nav-entry";

export const queuesNav: NavEntry = {
  label: "Viewer Queue",
  icon: IconUsersGroup,
  path: "queues",
  group: "Chatbot",
};
