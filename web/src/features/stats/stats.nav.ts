import { IconChartAreaLine } from "@tabler/icons-react";
import type { NavEntry } from "../../ui/page/nav-entry";

export const statsNav: NavEntry = { label: "Stats", icon: IconChartAreaLine, path: "stats" };
