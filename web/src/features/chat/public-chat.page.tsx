import { useEffect, useMemo, useState } from "react";
import { useParams, useSearchParams } from "react-router";
import { usePlatforms } from "../../api/platforms";
import { clockTime } from "../../lib/dates";
import { useLiveStatus } from "../../live/live-status";
import { EmptyState } from "../../ui/empty-state";
import { ErrorPanel } from "../../ui/error-panel";
import { OfflineBand } from "../../ui/offline-band";
import { PageTitle } from "../../ui/page-title";
import { ChatLog } from "./chat-log";
import { type ChatLook, FONT_SIZES, PUBLIC_LOOK } from "./chat-look";
import type { RowContext } from "./chat-row";
import { ChatSkeleton } from "./chat-skeleton";
import classes from "./public-chat.module.css";
import { publicSource } from "./public-source";
import { useChatSnapshot, useChatStore } from "./use-chat-store";
import { visibleRows } from "./visible-rows";

const NOBODY: ReadonlySet<string> = new Set();

/** A channel's chat for everybody: to read, without signing in, without anything around it. */
export function PublicChatPage() {
  const { channelId = "" } = useParams();
  const [search] = useSearchParams();
  const isTransparent = search.has("transparent");
  useClearBody(isTransparent);
  return (
    <main className={classes["page"]} data-transparent={isTransparent || undefined}>
      <PublicChat key={channelId} channelId={channelId} look={lookOf(search)} />
    </main>
  );
}

function PublicChat({ channelId, look }: { channelId: string; look: ChatLook }) {
  const [name, setName] = useState("");
  const store = useChatStore(() => publicSource(channelId, setName));
  const snapshot = useChatSnapshot(store);
  const platforms = usePlatforms();
  const context = useMemo<RowContext>(
    () => ({ look, platforms, myNames: NOBODY, onOpenViewer: null, onRetry: null }),
    [look, platforms],
  );
  const rows = useMemo(() => visibleRows(snapshot.window.rows, look), [snapshot.window.rows, look]);
  if (snapshot.status === "gone") return <NotFound />;
  return (
    <>
      <PageTitle>{name ? `Chat of ${name}` : "Chat"}</PageTitle>
      <h1 className={classes["title"]}>{name ? `Chat of ${name}` : "Chat"}</h1>
      <Lost />
      {snapshot.status === "loading" && <ChatSkeleton />}
      {snapshot.status === "failed" && (
        <div className={classes["problem"]}>
          <ErrorPanel isBare error={snapshot.error} onRetry={() => void store.fetchAgain()} />
        </div>
      )}
      {snapshot.status === "ready" && rows.length === 0 && <EmptyState title="Nothing was said yet" />}
      {snapshot.status === "ready" && rows.length > 0 && (
        <ChatLog store={store} snapshot={snapshot} rows={rows} context={context} />
      )}
    </>
  );
}

/** The page's own ground has to go as well. */
function useClearBody(isTransparent: boolean): void {
  useEffect(() => {
    const name = classes["clear"];
    if (!isTransparent || !name) return;
    document.body.classList.add(name);
    return () => document.body.classList.remove(name);
  }, [isTransparent]);
}

function NotFound() {
  return (
    <>
      <PageTitle>Channel not found</PageTitle>
      <EmptyState heading="h1" title="Channel not found" about="There is no such channel, or its chat is not public." />
    </>
  );
}

function Lost() {
  const { isOffline, secondsToRetry, shownAsOf, tryNow } = useLiveStatus();
  if (!isOffline || !shownAsOf) return null;
  return <OfflineBand nextTryInSeconds={secondsToRetry} shownAsOf={clockTime(shownAsOf)} onTryNow={tryNow} />;
}

const looks = new Map<number, ChatLook>(FONT_SIZES.map((fontSize) => [fontSize, { ...PUBLIC_LOOK, fontSize }]));

/** `?size=16` makes it larger: there is nobody here whose settings could be asked. */
function lookOf(search: URLSearchParams): ChatLook {
  return looks.get(Number(search.get("size"))) ?? PUBLIC_LOOK;
}
