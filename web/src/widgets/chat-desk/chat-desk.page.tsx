import { useMemo, useState } from "react";
import { useParams } from "react-router";
import type { ChatLine, Removal } from "../../api/chat";
import type { Channel, ChannelProvider, UserProvider } from "../../api/types";
import { ChatPanel } from "../../features/chat/chat-panel";
import { namesOf, recentLines } from "../../features/chat/chat-words";
import { staffSource } from "../../features/chat/staff-source";
import { useChatStore } from "../../features/chat/use-chat-store";
import { useKnownCommands } from "../../features/commands/known-commands";
import { Composer } from "../../features/composer/composer";
import { HoverBar } from "../../features/moderation/hover-bar";
import { useChannelProviders } from "../../features/platforms/platforms.queries";
import { useConnectAccount, useUserProviders } from "../../features/settings/connections.queries";
import { can, useChannel } from "../../session/channel";
import { PageTitle } from "../../ui/page-title";
import classes from "./chat-desk.module.css";
import { personOf } from "./person-of";
import { useDeskSide } from "./use-desk-side";

const NO_PROVIDERS: readonly ChannelProvider[] = [];
const NO_ACCOUNTS: readonly UserProvider[] = [];

/** Chat with everything that moderators do beside it. */
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

function ChatDesk({ channel }: { channel: Channel }) {
  const canModerate = can(channel, "moderation.use");
  const store = useChatStore(() => staffSource(channel.id, { seesSent: canModerate }));
  const { data: providers = NO_PROVIDERS } = useChannelProviders(channel.id);
  const { data: accounts = NO_ACCOUNTS } = useUserProviders();
  const connectAccount = useConnectAccount();
  const [replyTo, setReplyTo] = useState<ChatLine | null>(null);
  const side = useDeskSide(channel.id);
  const useCommands = (query: string | null) => useKnownCommands(channel.id, query);
  const actions = (line: ChatLine, removal: Removal | null) => (
    <HoverBar
      channelId={channel.id}
      line={line}
      removal={removal}
      connection={providers.find(({ id }) => id === line.connection_id)}
      onReply={setReplyTo}
      onOpenViewer={side.openAuthor}
      onWhy={side.explain}
    />
  );
  return (
    <div className={classes["desk"]}>
      <ChatPanel
        channel={channel}
        store={store}
        providers={providers}
        myNames={useMyNames(providers, accounts)}
        onOpenViewer={side.openAuthor}
        {...(canModerate ? { actions, onReply: setReplyTo, onOpenLog: side.openLog } : {})}
      >
        {canModerate && (
          <Composer
            channel={channel}
            providers={providers}
            accounts={accounts}
            onConnectAccount={connectAccount}
            replyTo={replyTo}
            onReplyDone={() => setReplyTo(null)}
            people={() => recentLines(store.current().window.rows).flatMap(personOf)}
            onSent={(sent) => store.addSent(sent)}
            onOpenViewer={side.openViewer}
            useCommands={useCommands}
          />
        )}
      </ChatPanel>
      {side.content}
    </div>
  );
}

/** Whoever calls the streamer or the person at the screen is meant for them. */
function useMyNames(providers: readonly ChannelProvider[], accounts: readonly UserProvider[]): ReadonlySet<string> {
  return useMemo(() => {
    const channelNames = providers.flatMap((account) => [account.display_name, account.provider_channel_name]);
    return namesOf([...channelNames, ...accounts.map((account) => account.display_name)]);
  }, [providers, accounts]);
}
