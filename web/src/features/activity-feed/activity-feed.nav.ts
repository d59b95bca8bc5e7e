import { IconActivity } from "@tabler/icons-react";
import type { NavEntry } from "../../ui/page/nav-entry";

export const activityFeedNav: NavEntry = { label: "Activity Feed", icon: IconActivity, path: "activity-feed" };
