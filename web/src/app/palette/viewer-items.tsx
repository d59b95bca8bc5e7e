import { IconBan, IconClockPause, type TablerIcon } from "@tabler/icons-react";
import { useLocation, useNavigate } from "react-router";
import { platformName, usePlatforms } from "../../api/platforms";
import type { Channel } from "../../api/types";
import type { ModerationKind } from "../../features/palette/moderate-dialog";
import { type FoundViewer, useViewerSearch } from "../../features/palette/palette.queries";
import type { PaletteItem } from "../../features/palette/palette-item";
import { can } from "../../session/channel";
import { openViewerState } from "../../session/open-viewer";
import { PlatformIcon } from "../../ui/platform-icon";
import { iconItem } from "./icon-item";

// A verb before the name is not part of the search: "ban kes" finds "kes".
const VERB = /^(?:ban|time ?out)\s+/i;

/** Viewers of the open channel that match the query, and what moderators can do with them. */
export function useViewerItems(
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
      ...iconItem("Actions", Icon, label, () => onModerate(viewer, kind), hint),
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
