import { IconAppWindow } from "@tabler/icons-react";
import type { NavEntry } from "../../ui/page/nav-entry";

export const widgetsNav: NavEntry = { label: "Stream Widgets", icon: IconAppWindow, path: "widgets" };
