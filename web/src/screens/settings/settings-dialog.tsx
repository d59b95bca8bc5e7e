import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { ActivitySound } from "../../features/activity-feed/options/activity-sound";
import { AppearanceFields } from "../../features/chat/header/appearance-fields";
import { SettingsModal } from "../../features/settings/settings-modal";
import { can, channelQuery } from "../../session/channel";

/** Dialog of the user's settings, with the chat appearance and, in an open channel, the sounds of its activity. */
export function SettingsDialog({ onClose }: { onClose: () => void }) {
  const { channelId = "" } = useParams();
  const channel = useQuery({ ...channelQuery(channelId), enabled: channelId !== "" }).data;
  const sounds = can(channel, "activity.read") && channel ? channel : null;
  return (
    <SettingsModal
      chatAppearance={<AppearanceFields />}
      sounds={sounds && { channelName: sounds.display_name, fields: <ActivitySound channelId={sounds.id} /> }}
      onClose={onClose}
    />
  );
}
