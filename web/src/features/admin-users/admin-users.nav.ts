import { IconUsers } from "@tabler/icons-react";
import type { NavEntry } from "../../ui/page/nav-entry";

export const adminUsersNav: NavEntry = { label: "People", icon: IconUsers, path: "people" };
