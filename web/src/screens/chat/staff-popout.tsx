import type { Channel } from "../../api/types";
import { LiveBanner } from "../../live/live-banner";
import { useChannelProvidersLive } from "../../session/channel-providers.live";
import { useApplyLocale } from "../../session/locale/locale";
import { useUserLive } from "../../session/user.live";
import { PageTitle } from "../../ui/page/page-title";
import { HelpKey } from "../../ui/shortcuts/help-key";
import { ChatScreen } from "./chat-screen";
import classes from "./chat-screen.module.css";

export function StaffPopout({ channel, userId }: { channel: Channel; userId: string }) {
  useUserLive(userId);
  useApplyLocale();
  useChannelProvidersLive(channel.id);
  return (
    <main className={classes["popout"]}>
      <PageTitle>{`${channel.display_name}'s chat`}</PageTitle>
      <LiveBanner />
      <ChatScreen channel={channel} isPopout />
      <HelpKey />
    </main>
  );
}
