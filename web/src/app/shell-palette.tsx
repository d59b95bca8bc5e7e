import {
  IconArrowsExchange,
  IconHome,
  IconLogout,
  IconPlus,
  IconSettings,
  IconShield,
  type TablerIcon,
} from "@tabler/icons-react";
import { useNavigate, useParams } from "react-router";
import { Palette } from "../features/palette/palette";
import type { PaletteGroup, PaletteItem } from "../features/palette/palette-item";
import { useCurrentUser } from "../session/current-user";
import { signOut } from "../session/sign-out";
import type { NavEntry } from "../ui/nav-entry";
import { adminNav, channelNav } from "./navs";
import { useShellActions } from "./shell-actions";

/** What the palette offers here: the screens of the open channel, the admin's for operators, and the actions. */
export function ShellPalette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const go = (path: string) => () => void navigate(path);
  return <Palette items={useItems(go)} onOpenChannel={(id) => go(`/channels/${id}`)()} onClose={onClose} />;
}

type Go = (path: string) => () => void;

function useItems(go: Go): PaletteItem[] {
  const { channelId } = useParams();
  const isOperator = useCurrentUser().data?.is_operator ?? false;
  const { openPicker, openSettings } = useShellActions();
  return [
    ...(channelId ? screens(channelNav, `/channels/${channelId}`, "", go) : []),
    item("Screens", IconHome, "Channels", go("/")),
    ...(isOperator ? screens(adminNav, "/admin", "Admin", go) : []),
    item("Actions", IconArrowsExchange, "Pick a channel", openPicker),
    item("Actions", IconPlus, "Create channel", go("/create-channel")),
    item("Actions", IconSettings, "Settings", openSettings),
    ...(isOperator ? [item("Actions", IconShield, "Admin", go("/admin"))] : []),
    item("Actions", IconLogout, "Sign out", () => signOut()),
  ];
}

function screens(entries: readonly NavEntry[], base: string, hint: string, go: Go): PaletteItem[] {
  return entries.map(({ icon, label, path }) => item("Screens", icon, label, go(`${base}/${path}`), hint));
}

function item(group: PaletteGroup, Icon: TablerIcon, label: string, run: () => void, hint = ""): PaletteItem {
  return { id: `${group}-${hint}-${label}`, group, label, hint, icon: <Icon size={18} stroke={1.6} />, run };
}
