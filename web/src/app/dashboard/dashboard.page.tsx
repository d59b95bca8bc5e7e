import { useParams } from "react-router";
import { ChatScreen } from "../../screens/chat/chat-screen";
import { DashboardScreen } from "../../screens/dashboard/dashboard-screen";
import { can, useChannel } from "../../session/channel";
import { PageTitle } from "../../ui/page/page-title";
import { ScreenSkeleton } from "../../ui/page/screen-skeleton";

/** The index page of a channel: the dashboard, with the chat as one of its panes. */
export function DashboardPage() {
  const { channelId = "" } = useParams();
  const { data: channel } = useChannel(channelId);
  if (!channel) return <ScreenSkeleton />;
  return (
    <>
      <PageTitle>Dashboard</PageTitle>
      <DashboardScreen
        key={channel.id}
        channel={channel}
        chat={can(channel, "chat.read") ? <ChatScreen channel={channel} isPane /> : null}
      />
    </>
  );
}
