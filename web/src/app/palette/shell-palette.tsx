import {
  IconArrowsExchange,
  IconExternalLink,
  IconHome,
  IconLogout,
  IconPlus,
  IconSettings,
  IconShield,
  IconTerminal2,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate, useParams } from "react-router";
import type { Channel } from "../../api/types";
import { openChatPopout } from "../../features/chat/header/open-popout";
import { useKnownCommands } from "../../features/commands/known-commands";
import { ModerateDialog, type ModerationKind } from "../../features/palette/moderate-dialog";
import { Palette } from "../../features/palette/palette";
import type { FoundViewer } from "../../features/palette/palette.queries";
import type { PaletteItem } from "../../features/palette/palette-item";
import { can, channelQuery } from "../../session/channel";
import { useCommandPrefix } from "../../session/commands/command-prefix";
import { useCurrentUser } from "../../session/current-user";
import { signOut } from "../../session/sign-out";
import { useShellActions } from "../shell/shell-actions";
import type { NavEntry } from "../sidebar/navs";
import { adminNav, channelNav } from "../sidebar/navs";
import { useBotItems } from "./bot-items";
import { iconItem as item } from "./icon-item";
import { useViewerItems } from "./viewer-items";

interface ShellPaletteProps {
  /** Ends the recording of keys that were typed before the palette had loaded, and returns the text. */
  takeTypedText: () => string;
  onClose: () => void;
}

interface Moderation {
  viewer: FoundViewer;
  kind: ModerationKind;
}

/** The palette: screens, viewers and commands of the open channel, admin screens for operators, and actions. */
export function ShellPalette({ takeTypedText, onClose }: ShellPaletteProps) {
  const navigate = useNavigate();
  const go = (path: string) => () => void navigate(path);
  const { channelId } = useParams();
  const [moderation, setModeration] = useState<Moderation | null>(null);
  const channel = useQuery({ ...channelQuery(channelId ?? ""), enabled: channelId !== undefined }).data;
  const items = useItems(go, channel);
  const useSearchItems = (name: string) => [
    ...useViewerItems(channel, name, (viewer, kind) => setModeration({ viewer, kind })),
    ...useCommandItems(channelId, name, go),
  ];
  if (moderation && channelId !== undefined)
    return <ModerateDialog channelId={channelId} {...moderation} onClose={onClose} />;
  return (
    <Palette
      items={items}
      useSearchItems={useSearchItems}
      takeTypedText={takeTypedText}
      onOpenChannel={(id) => go(`/channels/${id}`)()}
      onClose={onClose}
    />
  );
}

type GoTo = (path: string) => () => void;

const NEW_ITEMS = [
  { label: "New command", path: "chat-commands/new", permission: "commands.manage" },
  { label: "New timer", path: "chat-timers/new", permission: "timers.manage" },
  { label: "New filter", path: "chat-filters", permission: "filters.manage" },
  { label: "New quote", path: "quotes/new", permission: "quotes.manage" },
] as const;

/** Chat commands of the open channel that match the query. */
function useCommandItems(channelId: string | undefined, name: string, go: GoTo): PaletteItem[] {
  const isEnabled = channelId !== undefined && name !== "";
  const prefix = useCommandPrefix(channelId ?? "", isEnabled);
  const query = name.startsWith(prefix) ? name.slice(prefix.length) : name;
  const commands = useKnownCommands(channelId ?? "", isEnabled ? query : null);
  return commands.map(({ id, name: command, about }) => ({
    ...item("Commands", IconTerminal2, prefix + command, go(`/channels/${channelId}/chat-commands/${id}`)),
    hint: about,
  }));
}

function useItems(go: GoTo, channel: Channel | undefined): PaletteItem[] {
  const { channelId } = useParams();
  const isOperator = useCurrentUser().data?.is_operator ?? false;
  const { openPicker, openSettings } = useShellActions();
  const botItems = useBotItems(channel);
  return [
    ...(channelId ? screenItems(channelNav, `/channels/${channelId}`, "", go) : []),
    item("Screens", IconHome, "Channels", go("/")),
    ...(isOperator ? screenItems(adminNav, "/admin", "Admin", go) : []),
    ...NEW_ITEMS.filter(({ permission }) => can(channel, permission)).map(({ label, path }) =>
      item("Actions", IconPlus, label, go(`/channels/${channelId}/${path}`)),
    ),
    ...(channelId !== undefined && can(channel, "chat.read")
      ? [item("Actions", IconExternalLink, "Open chat popout", () => openChatPopout(channelId))]
      : []),
    ...botItems,
    item("Actions", IconArrowsExchange, "Pick a channel", openPicker),
    item("Actions", IconPlus, "Create channel", go("/create-channel")),
    item("Actions", IconSettings, "Settings", openSettings),
    ...(isOperator ? [item("Actions", IconShield, "Admin", go("/admin"))] : []),
    item("Actions", IconLogout, "Sign out", () => signOut()),
  ];
}

function screenItems(entries: readonly NavEntry[], base: string, hint: string, go: GoTo): PaletteItem[] {
  return entries.flatMap(({ icon, label, path, children = [{ label, path }] }) =>
    children.map((screen) =>
      item("Screens", icon, screen.label, go(screen.path === "" ? base : `${base}/${screen.path}`), hint),
    ),
  );
}
