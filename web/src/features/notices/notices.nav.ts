import { IconSpeakerphone } from "@tabler/icons-react";
import type { NavEntry } from "../../ui/page/nav-entry";

export const noticesNav: NavEntry = { label: "Notices", icon: IconSpeakerphone, path: "notices" };
