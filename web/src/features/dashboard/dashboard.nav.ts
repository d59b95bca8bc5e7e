import { IconLayoutDashboard } from "@tabler/icons-react";
import type { NavEntry } from "../../ui/page/nav-entry";

/** The index of the channel area. */
export const dashboardNav: NavEntry = { label: "Dashboard", icon: IconLayoutDashboard, path: "" };
