import { type ReactNode, useMemo } from "react";
import type { ChatEvent } from "../../../api/chat";
import { api, unwrap } from "../../../api/client";
import { usePlatforms } from "../../../api/platforms";
import { publicTopics } from "../../../live/topics";
import { EmptyState } from "../../../ui/empty-state";
import { ErrorPanel } from "../../../ui/page/error-panel";
import { type ChatAppearance, PUBLIC_APPEARANCE } from "../chat-appearance";
import { ChatSkeleton } from "../chat-skeleton";
import { ChatLog } from "../list/chat-log";
import { visibleRows } from "../list/visible-rows";
import type { RowContext } from "../rows/chat-row";
import type { ChatSource } from "../store/chat-source";
import { useChatSnapshot, useChatStore } from "../store/use-chat-store";

const NO_NAMES: ReadonlySet<string> = new Set();

interface PublicChatProps {
  channelId: string;
  appearance?: ChatAppearance;
  onName?: (name: string) => void;
  /** Shown instead of the chat if the chat is not public. */
  closed: ReactNode;
  /** Stream overlay: messages only, without titles, errors or hints. */
  isOverlay?: boolean;
  children?: ReactNode;
}

/** Read-only public chat; it needs the channel id as its React key. */
export function PublicChat(props: PublicChatProps) {
  const { channelId, appearance = PUBLIC_APPEARANCE, onName, closed, isOverlay = false, children } = props;
  const store = useChatStore(() => publicSource(channelId, onName));
  const snapshot = useChatSnapshot(store);
  const platforms = usePlatforms();
  const context = useMemo<RowContext>(
    () => ({ appearance, platforms, myNames: NO_NAMES, myId: undefined, onOpenViewer: null, onRetry: null }),
    [appearance, platforms],
  );
  const rows = useMemo(() => visibleRows(snapshot.window.rows, appearance), [snapshot.window.rows, appearance]);
  if (snapshot.status === "no_access") return closed;
  const hasRows = snapshot.status === "ready" && rows.length > 0;
  const lines = hasRows && <ChatLog store={store} snapshot={snapshot} rows={rows} context={context} />;
  if (isOverlay) return lines;
  return (
    <>
      {children}
      {snapshot.status === "loading" && <ChatSkeleton />}
      {snapshot.status === "failed" && (
        <div className="p-16">
          <ErrorPanel isBare error={snapshot.error} onRetry={() => void store.refetch()} />
        </div>
      )}
      {snapshot.status === "ready" && rows.length === 0 && <EmptyState title="No messages yet" />}
      {lines}
    </>
  );
}

/** Source of the public chat: the latest lines and live events; `onName` gets the channel's name. */
function publicSource(channelId: string, onName?: (name: string) => void): ChatSource {
  const path = { channel_id: channelId };
  return {
    hasHistory: false,
    page: async () => {
      const { channel, records } = await unwrap(
        api.GET("/api/2/channels/{channel_id}/public-chat", { params: { path } }),
      );
      onName?.(channel.display_name);
      return { records, cursor: null };
    },
    sent: async () => [],
    listen: (listener) => publicTopics.subscribe<ChatEvent>(`${channelId}:public-chat`, listener),
  };
}
