import { type ReactNode, useEffect, useState } from "react";
import { useNavigate, useParams } from "react-router";
import { usePlatforms } from "../../api/platforms";
import type { PublicStream, Watch } from "../../api/types";
import { ChatSkeleton } from "../../features/chat/chat-skeleton";
import { PublicChat } from "../../features/chat/public/public-chat";
import { Player } from "../../features/watch/player";
import { StreamLine, StreamLineSkeleton } from "../../features/watch/stream-bar";
import { useStreamsLive } from "../../features/watch/watch.live";
import { useWatch } from "../../features/watch/watch.queries";
import { findAccount, watchPath } from "../../features/watch/watch-path";
import { LiveBand } from "../../live/live-band";
import { isGone } from "../../session/channel";
import { EmptyState } from "../../ui/empty-state";
import { ErrorPanel } from "../../ui/page/error-panel";
import { HiddenHeading } from "../../ui/page/hidden-heading";
import { PageTitle } from "../../ui/page/page-title";
import classes from "./watch-screen.module.css";

/** A stream for everybody: the player of one platform, and beside it what is said on all of them. */
export function WatchDeskPage() {
  const { provider = "", providerChannelName = "" } = useParams();
  const { data, error, refetch, isFetching } = useWatch(provider, providerChannelName);
  if (error && isGone(error)) return <NotFound provider={provider} />;
  if (data) return <WatchDesk key={data.channel.id} watch={data} provider={provider} name={providerChannelName} />;
  if (!error) return <Loading />;
  return (
    <main className={classes["problem"]}>
      <PageTitle>Stream</PageTitle>
      <ErrorPanel isBare heading="h1" error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
    </main>
  );
}

interface WatchDeskProps {
  watch: Watch;
  provider: string;
  name: string;
}

function WatchDesk({ watch: { channel, streams }, provider, name }: WatchDeskProps) {
  useStreamsLive(channel.id);
  const stream = useWatched(streams, provider, name);
  // A chat that was private when the page was opened leaves no gap until everybody may read it.
  const [isChatOpen, setIsChatOpen] = useState(channel.is_chat_public);
  const title = `Stream of ${channel.display_name}`;
  const shown = { name: channel.display_name, stream, streams };
  return (
    <Desk
      title={title}
      player={<Player provider={provider} {...shown} />}
      line={<StreamLine {...shown} />}
      isAlone={!isChatOpen}
      chat={
        <PublicChat
          channelId={channel.id}
          onName={() => setIsChatOpen(true)}
          closed={<EmptyState title="This chat is not public" />}
        />
      }
    />
  );
}

/** Whoever is found at this address; still the same one when they are called otherwise, and then the address follows. */
function useWatched(streams: readonly PublicStream[], provider: string, name: string): PublicStream | undefined {
  const navigate = useNavigate();
  const address = `${provider}/${name}`;
  const [watched, setWatched] = useState({ address: "", id: "" });
  const meant = findAccount(streams, provider, name);
  const same = watched.address === address ? streams.find(({ id }) => id === watched.id) : undefined;
  const stream = same ?? meant;
  if (stream && stream !== same) setWatched({ address, id: stream.id });
  const newPath = stream && stream !== meant ? watchPath(stream) : null;
  useEffect(() => {
    if (newPath) navigate(newPath, { replace: true, preventScrollReset: true });
  }, [newPath, navigate]);
  return stream;
}

function Loading() {
  return <Desk title="Stream" isAlone={false} player={null} line={<StreamLineSkeleton />} chat={<ChatSkeleton />} />;
}

interface DeskProps {
  title: string;
  player: ReactNode;
  line: ReactNode;
  chat: ReactNode;
  /** Nobody may read along: the player has the whole width. */
  isAlone: boolean;
}

function Desk({ title, player, line, chat, isAlone }: DeskProps) {
  return (
    <main className={classes["page"]}>
      <PageTitle>{title}</PageTitle>
      <HiddenHeading>{title}</HiddenHeading>
      <LiveBand />
      <div className={classes["desk"]} data-alone={isAlone || undefined}>
        <div className={classes["ground"]}>
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
  const where = platform ? ` on ${platform.name}` : "";
  return (
    <main className={classes["page"]}>
      <PageTitle>Channel not found</PageTitle>
      <EmptyState heading="h1" title="Channel not found" about={`Nobody${where} is known here by this name.`} />
    </main>
  );
}
