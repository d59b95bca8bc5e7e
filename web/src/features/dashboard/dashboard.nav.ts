import { IconLayoutDashboard } from "@tabler/icons-react";
import type { NavEntry } from "../../ui/page/nav-entry";

/** The dashboard is the index page of a channel. */
export const dashboardNav: NavEntry = { label: "Dashboard", icon: IconLayoutDashboard, path: "" };
