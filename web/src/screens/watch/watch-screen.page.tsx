import { type ReactNode, useEffect, useState } from "react";
import { useNavigate, useParams } from "react-router";
import { isInaccessible } from "../../api/errors";
import { usePlatforms } from "../../api/platforms";
import type { PublicStream, Watch } from "../../api/types";
import { ChatSkeleton } from "../../features/chat/chat-skeleton";
import { PublicChat } from "../../features/chat/public/public-chat";
import { Player } from "../../features/watch/player";
import { StreamBar, StreamBarSkeleton } from "../../features/watch/stream-bar";
import { useStreamsLive } from "../../features/watch/watch.live";
import { useWatch } from "../../features/watch/watch.queries";
import { findAccount, watchPath } from "../../features/watch/watch-path";
import { LiveBanner } from "../../live/live-banner";
import { EmptyState } from "../../ui/empty-state";
import { ErrorPanel } from "../../ui/page/error-panel";
import { HiddenHeading } from "../../ui/page/hidden-heading";
import { PageTitle } from "../../ui/page/page-title";
import classes from "./watch-screen.module.css";

/** Public watch page: the player of one platform and the channel's chat of all platforms. */
export function WatchScreenPage() {
  const { provider = "", providerChannelName = "" } = useParams();
  const { data, error, refetch, isFetching } = useWatch(provider, providerChannelName);
  if (error && isInaccessible(error)) return <NotFound provider={provider} />;
  if (data) return <WatchScreen key={data.channel.id} watch={data} provider={provider} name={providerChannelName} />;
  if (!error) return <Loading />;
  return (
    <main className={classes["problem"]}>
      <PageTitle>Stream</PageTitle>
      <ErrorPanel isBare heading="h1" error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
    </main>
  );
}

interface WatchScreenProps {
  watch: Watch;
  provider: string;
  name: string;
}

function WatchScreen({ watch: { channel, streams }, provider, name }: WatchScreenProps) {
  useStreamsLive(channel.id);
  const stream = useWatchedStream(streams, provider, name);
  // A private chat takes no space until it becomes public.
  const [isChatOpen, setIsChatOpen] = useState(channel.is_chat_public);
  const title = `${channel.display_name}'s stream`;
  const shown = { name: channel.display_name, stream, streams };
  return (
    <WatchLayout
      title={title}
      player={<Player provider={provider} {...shown} />}
      line={<StreamBar {...shown} />}
      hasChat={isChatOpen}
      chat={
        <PublicChat
          channelId={channel.id}
          onName={() => setIsChatOpen(true)}
          closed={<EmptyState title="Chat isn't public" />}
        />
      }
    />
  );
}

/** The stream of this URL; if its account is renamed on the platform, the URL is updated to the new name. */
function useWatchedStream(streams: readonly PublicStream[], provider: string, name: string): PublicStream | undefined {
  const navigate = useNavigate();
  const address = `${provider}/${name}`;
  const [watched, setWatched] = useState({ address: "", id: "" });
  const match = findAccount(streams, provider, name);
  const same = watched.address === address ? streams.find(({ id }) => id === watched.id) : undefined;
  const stream = same ?? match;
  if (stream && stream !== same) setWatched({ address, id: stream.id });
  const newPath = stream && stream !== match ? watchPath(stream) : null;
  useEffect(() => {
    if (newPath) navigate(newPath, { replace: true, preventScrollReset: true });
  }, [newPath, navigate]);
  return stream;
}

function Loading() {
  return <WatchLayout title="Stream" hasChat player={null} line={<StreamBarSkeleton />} chat={<ChatSkeleton />} />;
}

interface WatchLayoutProps {
  title: string;
  player: ReactNode;
  line: ReactNode;
  chat: ReactNode;
  /** Whether the chat is shown; without it the player has the whole width. */
  hasChat: boolean;
}

function WatchLayout({ title, player, line, chat, hasChat }: WatchLayoutProps) {
  return (
    <main className={classes["page"]}>
      <PageTitle>{title}</PageTitle>
      <HiddenHeading>{title}</HiddenHeading>
      <LiveBanner />
      <div className={classes["layout"]} data-alone={!hasChat || undefined}>
        <div className={classes["area"]}>
          <div className={classes["player"]}>{player}</div>
        </div>
        <div className={classes["line"]}>{line}</div>
        <div className={classes["chat"]}>{chat}</div>
      </div>
    </main>
  );
}

function NotFound({ provider }: { provider: string }) {
  const platform = usePlatforms().find((each) => each.provider === provider);
  const place = platform ? ` on ${platform.name}` : "";
  return (
    <main className={classes["page"]}>
      <PageTitle>Channel not found</PageTitle>
      <EmptyState heading="h1" title="Channel not found" about={`No channel with this name${place}.`} />
    </main>
  );
}
