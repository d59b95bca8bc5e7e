import { lazy, type ReactNode, Suspense, useMemo, useRef, useState } from "react";
import { type ChatLine, lineKey } from "../../api/chat";
import { usePlatforms } from "../../api/platforms";
import type { Channel, ChannelProvider } from "../../api/types";
import { loadScreen } from "../../lib/reload-guard";
import { useCurrentUser } from "../../session/current-user";
import { EmptyState } from "../../ui/empty-state";
import { ErrorPanel } from "../../ui/page/error-panel";
import { Panel } from "../../ui/panel";
import { useRetrySent } from "./chat.queries";
import { useChatAppearance } from "./chat-appearance";
import classes from "./chat-panel.module.css";
import { ChatSkeleton } from "./chat-skeleton";
import { FilterNotice } from "./filter-notice";
import { ChatHeader } from "./header/chat-header";
import { ChatLog, type RowActions } from "./list/chat-log";
import { visibleRows } from "./list/visible-rows";
import type { RowContext } from "./rows/chat-row";
import type { ChatStore } from "./store/chat-store";
import { useChatSnapshot } from "./store/use-chat-store";

const ChatSearch = lazy(() => loadScreen(async () => ({ default: (await import("./search/chat-search")).ChatSearch })));

interface ChatPanelProps {
  channel: Channel;
  store: ChatStore;
  providers: readonly ChannelProvider[];
  /** Names of the user and the channel in lower case: mentions of them are highlighted. */
  myNames: ReadonlySet<string>;
  actions?: RowActions | undefined;
  onOpenViewer: (line: ChatLine) => void;
  onReply?: ((line: ChatLine) => void) | undefined;
  onOpenLog?: (() => void) | undefined;
  isPopout?: boolean;
  children?: ReactNode;
}

/** The chat of all platforms with header, search and list. */
export function ChatPanel(props: ChatPanelProps) {
  const { channel, store, providers, myNames, onOpenViewer, onOpenLog, isPopout = false, children } = props;
  const platforms = usePlatforms();
  const [appearance] = useChatAppearance();
  const [isSearching, setIsSearching] = useState(false);
  const { mutate: retry } = useRetrySent(channel.id);
  const myId = useCurrentUser().data?.id;
  const context = useMemo<RowContext>(
    () => ({
      appearance,
      platforms,
      myNames,
      myId,
      onOpenViewer,
      onRetry: (sentId, connectionId) => retry({ sentId, connectionId }),
    }),
    [appearance, platforms, myNames, myId, onOpenViewer, retry],
  );
  const body = useRef<HTMLDivElement>(null);
  const jump = (line: ChatLine) => {
    // Keyboard users continue from the message they jumped to.
    body.current?.querySelector<HTMLElement>('[role="log"]')?.focus({ preventScroll: true });
    setIsSearching(false);
    void store.jumpTo(line, lineKey(line));
  };
  return (
    <Panel className={classes["panel"]} aria-label="Chat">
      <ChatHeader
        channel={channel}
        providers={providers}
        platforms={platforms}
        isSearching={isSearching}
        onSearch={() => setIsSearching(!isSearching)}
        onOpenLog={onOpenLog}
        isPopout={isPopout}
      />
      <StoreFilterNotice store={store} />
      <div className={classes["body"]} ref={body}>
        <Lines {...props} context={context} />
        <Suspense>
          {isSearching && (
            <ChatSearch channelId={channel.id} context={context} onJump={jump} onClose={() => setIsSearching(false)} />
          )}
        </Suspense>
      </div>
      {children}
    </Panel>
  );
}

function Lines({ store, providers, context, actions, onReply }: ChatPanelProps & { context: RowContext }) {
  const snapshot = useChatSnapshot(store);
  const { appearance } = context;
  const rows = useMemo(() => visibleRows(snapshot.window.rows, appearance), [snapshot.window.rows, appearance]);
  if (snapshot.status === "loading") return <ChatSkeleton />;
  if (snapshot.status === "failed" || snapshot.status === "no_access") {
    return (
      <div className={classes["problem"]}>
        <ErrorPanel
          isBare
          {...(snapshot.status === "no_access"
            ? { message: "You no longer have access to this chat" }
            : { error: snapshot.error })}
          onRetry={() => void store.refetch()}
        />
      </div>
    );
  }
  if (rows.length === 0 && !snapshot.window.hasOlder) return <NoMessages isConnected={providers.length > 0} />;
  return (
    <ChatLog store={store} snapshot={snapshot} rows={rows} context={context} actions={actions} onReply={onReply} />
  );
}

function StoreFilterNotice({ store }: { store: ChatStore }) {
  const { filters } = useChatSnapshot(store);
  return <FilterNotice status={filters} onDismiss={() => store.dismissUnfiltered()} />;
}

function NoMessages({ isConnected }: { isConnected: boolean }) {
  return (
    <EmptyState
      title="No messages yet"
      about={
        isConnected ? "Messages from all connected platforms appear here." : "Connect a platform to see its chat here."
      }
    />
  );
}
