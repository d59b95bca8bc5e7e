import { IconUserCog } from "@tabler/icons-react";
import type { NavEntry } from "../../ui/page/nav-entry";

export const userAccessNav: NavEntry = {
  label: "User Access",
  icon: IconUserCog,
  path: "user-access",
};
