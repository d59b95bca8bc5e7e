import { useParams } from "react-router";
import { can, useChannel } from "../../session/channel";
import { PageTitle } from "../../ui/page/page-title";
import { ScreenSkeleton } from "../../ui/page/screen-skeleton";
import { ChatScreen } from "../../widgets/chat-screen/chat-screen";
import { DashboardScreen } from "../../widgets/dashboard-screen/dashboard-screen";

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
