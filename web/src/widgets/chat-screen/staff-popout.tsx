import type { Channel } from "../../api/types";
import { LiveBand } from "../../live/live-band";
import { useChannelProvidersLive } from "../../session/channel-providers.live";
import { useUserLive } from "../../session/user.live";
import { PageTitle } from "../../ui/page/page-title";
import { ChatDesk } from "./chat-screen";
import classes from "./chat-screen.module.css";

/** The desk without anything around it. */
export function StaffPopout({ channel, userId }: { channel: Channel; userId: string }) {
  useUserLive(userId);
  useChannelProvidersLive(channel.id);
  return (
    <main className={classes["popout"]}>
      <PageTitle>{`Chat of ${channel.display_name}`}</PageTitle>
      <LiveBand />
      <ChatDesk channel={channel} isPopout />
    </main>
  );
}
