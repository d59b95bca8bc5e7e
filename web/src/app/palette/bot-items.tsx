import { IconBell, IconBellPause, IconVolume, IconVolumeOff } from "@tabler/icons-react";
import type { Channel } from "../../api/types";
import type { PaletteItem } from "../../features/palette/palette-item";
import { can } from "../../session/channel";
import { useChangeState, useChannelState } from "../../session/switches/channel-state";
import { toast } from "../../ui/toast/toast";
import { iconItem as item } from "./icon-item";

/** Items of the palette for the open channel: mute or unmute the bot, pause or resume the alerts. */
export function useBotItems(channel: Channel | undefined): PaletteItem[] {
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
