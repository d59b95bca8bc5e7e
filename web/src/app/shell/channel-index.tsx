import { useParams } from "react-router";
import { can, useChannel } from "../../session/channel";
import { Redirect } from "../../ui/page/redirect";
import { ScreenSkeleton } from "../../ui/page/screen-skeleton";

/** A channel opens on its platforms until it has a dashboard; for staff who only moderate, on its chat. */
export function ChannelIndex() {
  const { channelId = "" } = useParams();
  const { data: channel } = useChannel(channelId);
  if (!channel) return <ScreenSkeleton />;
  return (
    <Redirect to={can(channel, "commands.manage") ? "providers" : "chat"}>
      <ScreenSkeleton />
    </Redirect>
  );
}
