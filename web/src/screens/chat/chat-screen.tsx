import { lazy, Suspense, useState } from "react";
import type { ChatLine } from "../../api/chat";
import type { Channel, ChannelProvider, UserProvider } from "../../api/types";
import { recentLines } from "../../features/chat/chat-labels";
import { ChatPanel } from "../../features/chat/chat-panel";
import type { RowActions } from "../../features/chat/list/chat-log";
import { staffSource } from "../../features/chat/store/staff-source";
import { useChatStore } from "../../features/chat/store/use-chat-store";
import { useTrackedMessages } from "../../features/chat/undelivered/tracked-messages";
import { useKnownCommands } from "../../features/commands/known-commands";
import { Composer } from "../../features/composer/composer";
import type { Person } from "../../features/composer/person";
import { HoverBar } from "../../features/moderation/hover-bar";
import { SentBar } from "../../features/moderation/sent-bar";
import { useConnectAccount } from "../../features/settings/connections.queries";
import { loadScreen } from "../../lib/reload-guard";
import { can } from "../../session/channel";
import { useChannelProviders } from "../../session/channel-providers";
import { useCurrentUser } from "../../session/current-user";
import { useUndoOnLine } from "../../session/moderation";
import { useUserProviders } from "../../session/user-providers";
import { UndoArea } from "../../ui/undo/undo-area";
import classes from "./chat-screen.module.css";
import { useMyNames } from "./my-names";
import { useSidePanels } from "./use-side-panels";

const UndeliveredMessages = lazy(() =>
  loadScreen(async () => ({
    default: (await import("../../features/chat/undelivered/undelivered-messages")).UndeliveredMessages,
  })),
);
const NO_PROVIDERS: readonly ChannelProvider[] = [];
const NO_ACCOUNTS: readonly UserProvider[] = [];

interface ChatScreenProps {
  channel: Channel;
  isPopout?: boolean;
  /** The chat is one of several panes: viewer cards open over the chat, and the search opens below the chat. */
  isPane?: boolean;
}

/** Chat with composer, moderation and side panels. */
export function ChatScreen({ channel, isPopout = false, isPane = false }: ChatScreenProps) {
  const canModerate = can(channel, "moderation.use");
  const store = useChatStore(() => staffSource(channel.id, { seesSent: canModerate }));
  const { data: providers = NO_PROVIDERS } = useChannelProviders(channel.id);
  const { data: accounts = NO_ACCOUNTS } = useUserProviders();
  const myNames = useMyNames(providers, accounts, useCurrentUser().data);
  const connectAccount = useConnectAccount();
  const [replyTo, setReplyTo] = useState<ChatLine | null>(null);
  const tracked = useTrackedMessages(channel.id, (sent) => store.addSent(sent));
  const side = useSidePanels(channel.id, { isPane });
  const undoOnLine = useUndoOnLine(channel.id);
  const useCommands = (query: string | null) => useKnownCommands(channel.id, query);
  const actions: RowActions = {
    line: (line, removal) => (
      <HoverBar
        channelId={channel.id}
        line={line}
        removal={removal}
        connection={providers.find(({ id }) => id === line.connection_id)}
        onReply={setReplyTo}
        onOptions={side.openOptions}
        onOpenViewer={side.openAuthor}
        onWhy={side.explain}
      />
    ),
    sent: (sent, echoes) => (
      <SentBar channelId={channel.id} sent={sent} echoes={echoes} connections={providers} onWhy={side.explain} />
    ),
  };
  return (
    <div className={classes["screen"]} data-in-pane={isPane || undefined}>
      <ChatPanel
        channel={channel}
        store={store}
        providers={providers}
        myNames={myNames}
        {...{ isPopout, isPane }}
        onOpenViewer={side.openAuthor}
        {...(canModerate ? { actions, onReply: setReplyTo, onOpenLog: side.openLog, onUndo: undoOnLine } : {})}
      >
        <UndoArea channelId={channel.id} />
        <Suspense>{tracked.entries && <UndeliveredMessages channelId={channel.id} tracked={tracked} />}</Suspense>
        {canModerate && (
          <Composer
            channel={channel}
            providers={providers}
            accounts={accounts}
            onConnectAccount={connectAccount}
            replyTo={replyTo}
            onReplyDone={() => setReplyTo(null)}
            people={() => recentLines(store.current().window.rows).flatMap(linePerson)}
            onSent={tracked.track}
            onOpenViewer={side.openViewer}
            useCommands={useCommands}
          />
        )}
      </ChatPanel>
      {side.content}
    </div>
  );
}

/** The author of a line, for the composer's menus; empty for a line without author. */
function linePerson({ provider, author, connection_id, message_id }: ChatLine): Person[] {
  if (!author) return [];
  const { id, login, name, colour } = author;
  return [{ provider, id, login, name, colour, connection_id, message_id }];
}
