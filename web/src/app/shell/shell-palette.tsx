import {
  IconArrowsExchange,
  IconHome,
  IconLogout,
  IconPlus,
  IconSettings,
  IconShield,
  IconTerminal2,
  type TablerIcon,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "react-router";
import { useKnownCommands } from "../../features/commands/known-commands";
import { Palette } from "../../features/palette/palette";
import type { PaletteGroup, PaletteItem } from "../../features/palette/palette-item";
import { can, channelQuery } from "../../session/channel";
import { useCurrentUser } from "../../session/current-user";
import { signOut } from "../../session/sign-out";
import type { NavEntry } from "../../ui/page/nav-entry";
import { adminNav, channelNav } from "../sidebar/navs";
import { useShellActions } from "./shell-actions";

/** Palette items: screens of the open channel, admin screens for operators, and actions. */
export function ShellPalette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const go = (path: string) => () => void navigate(path);
  const { channelId } = useParams();
  const useSearchItems = (name: string) => useCommandItems(channelId, name, go);
  return (
    <Palette
      items={useItems(go)}
      useSearchItems={useSearchItems}
      onOpenChannel={(id) => go(`/channels/${id}`)()}
      onClose={onClose}
    />
  );
}

type GoTo = (path: string) => () => void;

/** Chat commands of the open channel that match the query. */
function useCommandItems(channelId: string | undefined, name: string, go: GoTo): PaletteItem[] {
  const isEnabled = channelId !== undefined && name !== "";
  const found = useKnownCommands(channelId ?? "", isEnabled ? name.replace(/^!/, "") : null);
  return found.map(({ id, name: command, about }) => ({
    ...item("Commands", IconTerminal2, `!${command}`, go(`/channels/${channelId}/chat-commands/${id}`)),
    hint: about,
  }));
}

function useItems(go: GoTo): PaletteItem[] {
  const { channelId } = useParams();
  const isOperator = useCurrentUser().data?.is_operator ?? false;
  const channel = useQuery({ ...channelQuery(channelId ?? ""), enabled: channelId !== undefined }).data;
  const { openPicker, openSettings } = useShellActions();
  return [
    ...(channelId ? screens(channelNav, `/channels/${channelId}`, "", go) : []),
    item("Screens", IconHome, "Channels", go("/")),
    ...(isOperator ? screens(adminNav, "/admin", "Admin", go) : []),
    ...(can(channel, "commands.manage")
      ? [item("Actions", IconPlus, "New command", go(`/channels/${channelId}/chat-commands/new`))]
      : []),
    item("Actions", IconArrowsExchange, "Pick a channel", openPicker),
    item("Actions", IconPlus, "Create channel", go("/create-channel")),
    item("Actions", IconSettings, "Settings", openSettings),
    ...(isOperator ? [item("Actions", IconShield, "Admin", go("/admin"))] : []),
    item("Actions", IconLogout, "Sign out", () => signOut()),
  ];
}

function screens(entries: readonly NavEntry[], base: string, hint: string, go: GoTo): PaletteItem[] {
  return entries.map(({ icon, label, path }) => item("Screens", icon, label, go(`${base}/${path}`), hint));
}

function item(group: PaletteGroup, Icon: TablerIcon, label: string, run: () => void, hint = ""): PaletteItem {
  return { id: `${group}-${hint}-${label}`, group, label, hint, icon: <Icon size={18} stroke={1.6} />, run };
}
