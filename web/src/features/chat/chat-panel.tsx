import { Button } from "@mantine/core";
import { lazy, type ReactNode, Suspense, useMemo, useRef } from "react";
import { Link } from "react-router";
import type { ChatLine } from "../../api/chat";
import { usePlatforms } from "../../api/platforms";
import type { Channel, ChannelProvider } from "../../api/types";
import { loadScreen } from "../../lib/reload-guard";
import { can } from "../../session/channel";
import { connectionProblem } from "../../session/channel-providers";
import { useCurrentUser } from "../../session/current-user";
import { EmptyState } from "../../ui/empty-state";
import { ErrorPanel } from "../../ui/page/error-panel";
import { Panel } from "../../ui/panel";
import { useRetrySent } from "./chat.queries";
import { useChatAppearance } from "./chat-appearance";
import { ChatSkeleton } from "./chat-skeleton";
import { ChatHeader } from "./header/chat-header";
import { ChatLog, type RowActions } from "./list/chat-log";
import { visibleRows } from "./list/visible-rows";
import type { RowContext } from "./rows/chat-row";
import { useSearch } from "./search/use-search";
import type { ChatStore } from "./store/chat-store";
import { FILTERS_WORK } from "./store/filter-status";
import { useChatSnapshot } from "./store/use-chat-store";

const FilterNotice = lazy(() => loadScreen(async () => ({ default: (await import("./filter-notice")).FilterNotice })));
const OutageNotice = lazy(() => loadScreen(async () => ({ default: (await import("./outage-notice")).OutageNotice })));
const SearchPanel = lazy(() =>
  loadScreen(async () => ({ default: (await import("./search/search-panel")).SearchPanel })),
);
const BackToResults = lazy(() =>
  loadScreen(async () => ({ default: (await import("./search/search-panel")).BackToResults })),
);

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
  /** Undoes the action that removed a line. */
  onUndo?: ((line: ChatLine) => void) | undefined;
  isPopout?: boolean;
  /** Whether the screen has other panes: the chat's title is then an h2. */
  isPane?: boolean;
  children?: ReactNode;
}

/** The chat of all platforms: header, notices, list of messages and, if open, the search. */
export function ChatPanel(props: ChatPanelProps) {
  const { channel, store, providers, myNames, onOpenViewer, onOpenLog, onUndo, children } = props;
  const { isPopout = false, isPane = false } = props;
  const platforms = usePlatforms();
  const [appearance] = useChatAppearance();
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
      onUndo,
    }),
    [appearance, platforms, myNames, myId, onOpenViewer, retry, onUndo],
  );
  const body = useRef<HTMLDivElement>(null);
  const { isOpen, toggle, onBack, ...search } = useSearch(store, body);
  return (
    <>
      <Panel className="column grow clip mih-0" aria-label="Chat">
        <ChatHeader
          channel={channel}
          providers={providers}
          platforms={platforms}
          isSearching={isOpen}
          onSearch={toggle}
          onOpenLog={onOpenLog}
          isPopout={isPopout}
          isPane={isPane}
        />
        <Suspense>
          {providers.some(connectionProblem) && <OutageNotice providers={providers} platforms={platforms} />}
        </Suspense>
        <StoreFilterNotice store={store} />
        <Suspense>
          {search.shownKey !== null && <BackToResults store={store} shownKey={search.shownKey} onBack={onBack} />}
        </Suspense>
        <div className="column grow mih-0 relative" ref={body}>
          <Lines {...props} context={context} />
        </div>
        {children}
      </Panel>
      <Suspense>{isOpen && <SearchPanel channelId={channel.id} context={context} {...search} />}</Suspense>
    </>
  );
}

function Lines(props: ChatPanelProps & { context: RowContext }) {
  const { store, context, actions, onReply } = props;
  const snapshot = useChatSnapshot(store);
  const { appearance } = context;
  const rows = useMemo(() => visibleRows(snapshot.window.rows, appearance), [snapshot.window.rows, appearance]);
  if (snapshot.status === "loading") return <ChatSkeleton />;
  if (snapshot.status === "failed" || snapshot.status === "no_access") {
    return (
      <div className="px-16 py-24">
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
  if (rows.length === 0 && !snapshot.window.hasOlder) return <NoMessages {...props} />;
  return (
    <ChatLog store={store} snapshot={snapshot} rows={rows} context={context} actions={actions} onReply={onReply} />
  );
}

function StoreFilterNotice({ store }: { store: ChatStore }) {
  const { filters } = useChatSnapshot(store);
  if (filters === FILTERS_WORK) return null;
  return (
    <Suspense>
      <FilterNotice status={filters} onDismiss={() => store.dismissUnfiltered()} />
    </Suspense>
  );
}

function NoMessages({ channel, providers, isPopout = false }: ChatPanelProps) {
  if (providers.length > 0) {
    return <EmptyState title="No messages yet" about="Messages from all connected platforms appear here." />;
  }
  return (
    <EmptyState title="No messages yet" about="Connect a platform to see its chat here.">
      {!isPopout && can(channel, "platforms.manage") && (
        <Button component={Link} to={`/channels/${channel.id}/providers`} variant="filled">
          Connect a platform
        </Button>
      )}
    </EmptyState>
  );
}
