import { useParams } from "react-router";
import { useChannel } from "../../session/channel";
import { PageTitle } from "../../ui/page/page-title";
import { ChatScreen } from "./chat-screen";

export function ChatScreenPage() {
  const { channelId = "" } = useParams();
  const { data: channel } = useChannel(channelId);
  return (
    <>
      <PageTitle>Chat</PageTitle>
      {channel && <ChatScreen key={channel.id} channel={channel} />}
    </>
  );
}
