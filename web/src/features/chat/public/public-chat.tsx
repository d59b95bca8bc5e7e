import { type ReactNode, useMemo } from "react";
import { usePlatforms } from "../../../api/platforms";
import { EmptyState } from "../../../ui/empty-state";
import { ErrorPanel } from "../../../ui/page/error-panel";
import { type ChatLook, PUBLIC_LOOK } from "../chat-appearance";
import { ChatSkeleton } from "../chat-skeleton";
import { ChatLog } from "../list/chat-log";
import { visibleRows } from "../list/visible-rows";
import type { RowContext } from "../rows/chat-row";
import { publicSource } from "../store/public-source";
import { useChatSnapshot, useChatStore } from "../store/use-chat-store";
import classes from "./public-chat.module.css";

const NOBODY: ReadonlySet<string> = new Set();

interface PublicChatProps {
  channelId: string;
  look?: ChatLook;
  onName?: (name: string) => void;
  /** Shown instead of everything else where the chat is not, or no longer, for everybody. */
  closed: ReactNode;
  /** In a stream: lines or nothing, and no word of our own. */
  isOnAir?: boolean;
  /** Above the lines. */
  children?: ReactNode;
}

/** A channel's chat for everybody, to read; give it the channel's id as its key. */
export function PublicChat(props: PublicChatProps) {
  const { channelId, look = PUBLIC_LOOK, onName, closed, isOnAir = false, children } = props;
  const store = useChatStore(() => publicSource(channelId, onName));
  const snapshot = useChatSnapshot(store);
  const platforms = usePlatforms();
  const context = useMemo<RowContext>(
    () => ({ look, platforms, myNames: NOBODY, myId: undefined, onOpenViewer: null, onRetry: null }),
    [look, platforms],
  );
  const rows = useMemo(() => visibleRows(snapshot.window.rows, look), [snapshot.window.rows, look]);
  if (snapshot.status === "gone") return closed;
  const isThere = snapshot.status === "ready" && rows.length > 0;
  const lines = isThere && <ChatLog store={store} snapshot={snapshot} rows={rows} context={context} />;
  if (isOnAir) return lines;
  return (
    <>
      {children}
      {snapshot.status === "loading" && <ChatSkeleton />}
      {snapshot.status === "failed" && (
        <div className={classes["problem"]}>
          <ErrorPanel isBare error={snapshot.error} onRetry={() => void store.fetchAgain()} />
        </div>
      )}
      {snapshot.status === "ready" && rows.length === 0 && <EmptyState title="Nothing was said yet" />}
      {lines}
    </>
  );
}
