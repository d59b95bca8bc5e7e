import { IconDeviceTv } from "@tabler/icons-react";
import type { NavEntry } from "../../ui/page/nav-entry";

export const watchNav: NavEntry = { label: "Watch", icon: IconDeviceTv, path: "watch-guide" };
