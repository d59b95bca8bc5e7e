import { IconTemplate } from "@tabler/icons-react";
import type { NavEntry } from "../../ui/page/nav-entry";

export const templatesNav: NavEntry = {
  label: "Command Templates",
  icon: IconTemplate,
  path: "command-templates",
};
