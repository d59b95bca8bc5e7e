import {
  IconArrowsExchange,
  IconBan,
  IconBell,
  IconBellPause,
  IconClockPause,
  IconExternalLink,
  IconHome,
  IconLogout,
  IconPlus,
  IconSettings,
  IconShield,
  IconTerminal2,
  IconVolume,
  IconVolumeOff,
  type TablerIcon,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation, useNavigate, useParams } from "react-router";
import { platformName, usePlatforms } from "../../api/platforms";
import type { Channel } from "../../api/types";
import { openChatPopout } from "../../features/chat/header/open-popout";
import { useKnownCommands } from "../../features/commands/known-commands";
import { ModerateDialog, type ModerationKind } from "../../features/palette/moderate-dialog";
import { Palette } from "../../features/palette/palette";
import { type FoundViewer, useViewerSearch } from "../../features/palette/palette.queries";
import type { PaletteGroup, PaletteItem } from "../../features/palette/palette-item";
import { can, channelQuery } from "../../session/channel";
import { useCommandPrefix } from "../../session/commands/command-prefix";
import { useCurrentUser } from "../../session/current-user";
import { openViewerState } from "../../session/open-viewer";
import { signOut } from "../../session/sign-out";
import { useChangeState, useChannelState } from "../../session/switches/channel-state";
import { PlatformIcon } from "../../ui/platform-icon";
import { toast } from "../../ui/toast/toast";
import { useShellActions } from "../shell/shell-actions";
import { adminNav, channelNav, type NavEntry } from "../sidebar/navs";

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

/** Items of the palette for the open channel: mute or unmute the bot, pause or resume the alerts. */
function useBotItems(channel: Channel | undefined): PaletteItem[] {
  const state = useChannelState(channel?.id);
  const { mutate } = useChangeState(channel?.id ?? "");
  if (!state || !can(channel, "moderation.use")) return [];
  const change = (body: Parameters<typeof mutate>[0], done: string) => () =>
    mutate(body, { onSuccess: () => toast.success(done) });
  return [
    state.bot_muted
      ? item("Actions", IconVolume, "Unmute the bot", change({ bot_muted: false }, "The bot speaks again"))
      : item("Actions", IconVolumeOff, "Mute the bot", change({ bot_muted: true }, "The bot is muted")),
    state.alerts_paused
      ? item("Actions", IconBell, "Resume alerts", change({ alerts_paused: false }, "Alerts are shown again"))
      : item("Actions", IconBellPause, "Pause alerts", change({ alerts_paused: true }, "Alerts are paused")),
  ];
}

// A verb before the name is not part of the search: "ban kes" finds "kes".
const VERB = /^(?:ban|time ?out)\s+/i;

/** Viewers of the open channel that match the query, and what moderators can do with them. */
function useViewerItems(
  channel: Channel | undefined,
  typed: string,
  onModerate: (viewer: FoundViewer, kind: ModerationKind) => void,
): PaletteItem[] {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const platforms = usePlatforms();
  const channelId = channel?.id ?? "";
  const name = can(channel, "moderation.use") ? typed.replace(VERB, "").replace(/^@/, "") : "";
  const viewers = useViewerSearch(channelId, name).data ?? [];
  if (name === "") return [];
  const openCard = ({ provider, provider_viewer_id: viewerId }: FoundViewer) => {
    const chat = `/channels/${channelId}/chat`;
    void navigate(chat, { state: openViewerState({ provider, viewerId }), replace: pathname === chat });
  };
  const hintOf = ({ provider, login }: FoundViewer) =>
    [platformName(platforms, provider), login && `@${login.replace(/^@/, "")}`].filter(Boolean).join(" · ");
  return viewers.flatMap((viewer, position) => {
    const id = `${viewer.provider}:${viewer.provider_viewer_id}`;
    const hint = hintOf(viewer);
    // Added to the keywords of the search, because the login in the hint may differ from the name.
    const mention = `@${viewer.name}`;
    const card: PaletteItem = {
      id: `viewer-${id}`,
      group: "Viewers",
      label: viewer.name,
      hint,
      keywords: mention,
      icon: <PlatformIcon provider={viewer.provider} size={16} />,
      run: () => openCard(viewer),
    };
    // Without a verb only the first viewer has actions.
    if (position > 0 && !VERB.test(typed)) return [card];
    const moderate = (kind: ModerationKind, Icon: TablerIcon, label: string): PaletteItem => ({
      ...item("Actions", Icon, label, () => onModerate(viewer, kind), hint),
      id: `${kind}-${id}`,
      keywords: `${kind} ${mention}`,
      staysOpen: true,
    });
    return [
      card,
      moderate("timeout", IconClockPause, `Time out ${viewer.name}…`),
      moderate("ban", IconBan, `Ban ${viewer.name}…`),
    ];
  });
}

function item(group: PaletteGroup, Icon: TablerIcon, label: string, run: () => void, hint = ""): PaletteItem {
  return { id: `${group}-${hint}-${label}`, group, label, hint, icon: <Icon size={18} stroke={1.6} />, run };
}
