import { useParams } from "react-router";
import { useChannel } from "../../session/channel";
import { PageTitle } from "../../ui/page/page-title";
import { ChatDesk } from "./chat-screen";

export function ChatDeskPage() {
  const { channelId = "" } = useParams();
  const { data: channel } = useChannel(channelId);
  return (
    <>
      <PageTitle>Chat</PageTitle>
      {channel && <ChatDesk key={channel.id} channel={channel} />}
    </>
  );
}
