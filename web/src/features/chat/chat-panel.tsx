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
import { useChatLook } from "./chat-appearance";
import classes from "./chat-panel.module.css";
import { ChatSkeleton } from "./chat-skeleton";
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
  /** Names in lower case by which this person or this channel is called. */
  myNames: ReadonlySet<string>;
  actions?: RowActions | undefined;
  onOpenViewer: (line: ChatLine) => void;
  onReply?: ((line: ChatLine) => void) | undefined;
  onOpenLog?: (() => void) | undefined;
  isPopout?: boolean;
  /** Stands below the list. */
  children?: ReactNode;
}

/** The merged chat of a channel with everything that belongs to reading it. */
export function ChatPanel(props: ChatPanelProps) {
  const { channel, store, providers, myNames, onOpenViewer, onOpenLog, isPopout = false, children } = props;
  const platforms = usePlatforms();
  const [look] = useChatLook();
  const [isSearching, setIsSearching] = useState(false);
  const { mutate: retry } = useRetrySent(channel.id);
  const myId = useCurrentUser().data?.id;
  const context = useMemo<RowContext>(
    () => ({
      look,
      platforms,
      myNames,
      myId,
      onOpenViewer,
      onRetry: (sentId, connectionId) => retry({ sentId, connectionId }),
    }),
    [look, platforms, myNames, myId, onOpenViewer, retry],
  );
  const body = useRef<HTMLDivElement>(null);
  const jump = (line: ChatLine) => {
    // What was found stands there now: the keys go on from there.
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
  const { look } = context;
  const rows = useMemo(() => visibleRows(snapshot.window.rows, look), [snapshot.window.rows, look]);
  if (snapshot.status === "loading") return <ChatSkeleton />;
  if (snapshot.status === "failed" || snapshot.status === "gone") {
    return (
      <div className={classes["problem"]}>
        <ErrorPanel
          isBare
          {...(snapshot.status === "gone"
            ? { message: "This chat cannot be read any more." }
            : { error: snapshot.error })}
          onRetry={() => void store.fetchAgain()}
        />
      </div>
    );
  }
  if (rows.length === 0 && !snapshot.window.hasOlder) return <NothingSaid isConnected={providers.length > 0} />;
  return (
    <ChatLog store={store} snapshot={snapshot} rows={rows} context={context} actions={actions} onReply={onReply} />
  );
}

function NothingSaid({ isConnected }: { isConnected: boolean }) {
  return (
    <EmptyState
      title="Nothing was said yet"
      about={
        isConnected
          ? "Messages of all connected platforms appear here as soon as somebody writes."
          : "Connect a platform, and its chat appears here together with all others."
      }
    />
  );
}
