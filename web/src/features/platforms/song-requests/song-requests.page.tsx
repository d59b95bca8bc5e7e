import { IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { can, useChannel } from "../../../session/channel";
import { BusyButton } from "../../../ui/buttons/busy-button";
import { BusyIconButton } from "../../../ui/buttons/busy-icon-button";
import { ErrorPanel } from "../../../ui/page/error-panel";
import { PageTitle } from "../../../ui/page/page-title";
import { PageHeader } from "../../../ui/page-header";
import { Panel } from "../../../ui/panel";
import { PlatformIcon } from "../../../ui/platform-icon";
import { SkeletonRows } from "../../../ui/skeleton-rows";
import { Tag } from "../../../ui/tag";
import { AllPlatforms } from "../all-platforms";
import classes from "../announcements/announcements.module.css";
import {
  musicQuery,
  type SongRequest,
  songRequestsQuery,
  useClearSongs,
  useRemoveSong,
  useSkipSong,
  useSongRequestsLive,
} from "./song-requests.queries";
import { SongRules } from "./song-rules";

/** Page with the playing song, the requested songs and the rules for requests. */
export function SongRequestsPage() {
  const { channelId = "" } = useParams();
  const { data, error, refetch, isFetching } = useQuery(songRequestsQuery(channelId));
  const channel = useChannel(channelId).data;
  useSongRequestsLive(channelId);
  return (
    <div className="column gap-8 miw-0">
      <PageTitle>Song requests</PageTitle>
      <PageHeader title="Song requests" about="Viewers add songs from chat">
        <AllPlatforms channelId={channelId} />
      </PageHeader>
      {error && !data && <ErrorPanel error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
      {!error && !data && (
        <Panel padded>
          <SkeletonRows count={6} />
        </Panel>
      )}
      {data && (
        <div className={classes["columns"]}>
          <Panel className={classes["panel"] ?? ""} aria-label="Songs">
            {data.problem && (
              <p className="breaks amber" role="alert">
                {data.problem}
              </p>
            )}
            <Playing channelId={channelId} canSkip={can(channel, "moderation.use")} />
            <SongList channelId={channelId} songs={data.records} canRemove={can(channel, "moderation.use")} />
          </Panel>
          <SongRules
            key={JSON.stringify(data.settings)}
            channelId={channelId}
            settings={data.settings}
            canManage={can(channel, "platforms.manage")}
          />
        </div>
      )}
    </div>
  );
}

function Playing({ channelId, canSkip }: { channelId: string; canSkip: boolean }) {
  const { data: music } = useQuery(musicQuery(channelId));
  const skip = useSkipSong(channelId);
  if (!music) return null;
  const { playing, problem, provider } = music;
  const silence = provider ? "Nothing is playing" : "No music account is connected";
  return (
    <div className="row gap-12 wrap">
      <div className="grow miw-0 breaks">
        <h2>{playing ? playing.title : silence}</h2>
        <p className="small muted">{problem || playing?.artists}</p>
      </div>
      {canSkip && playing && (
        <BusyButton isBusy={skip.isPending} onClick={() => skip.mutate()}>
          Skip
        </BusyButton>
      )}
    </div>
  );
}

interface SongListProps {
  channelId: string;
  songs: readonly SongRequest[];
  canRemove: boolean;
}

/** Requested songs in the order in which they play. */
function SongList({ channelId, songs, canRemove }: SongListProps) {
  const clear = useClearSongs(channelId);
  const remove = useRemoveSong(channelId);
  if (songs.length === 0) return <p className="small muted">No songs are requested.</p>;
  return (
    <>
      <ul className="plain-list" aria-label="Requested songs">
        {songs.map((song) => (
          <li key={song.id} className={classes["item"]}>
            <PlatformIcon provider={song.provider} size={16} />
            <div className="grow miw-0 breaks">
              <div>{song.artists ? `${song.title} by ${song.artists}` : song.title}</div>
              <div className="small muted">{song.name}</div>
            </div>
            <SongState song={song} />
            {canRemove && song.state !== "playing" && !song.is_unwanted && (
              <BusyIconButton
                isBusy={remove.isPending && remove.variables === song.id}
                onClick={() => remove.mutate(song.id)}
                aria-label={`Remove ${song.title}`}
              >
                <IconTrash size={17} />
              </BusyIconButton>
            )}
          </li>
        ))}
      </ul>
      {canRemove && (
        <div className="row gap-12 wrap">
          <BusyButton variant="subtle" color="red" isBusy={clear.isPending} onClick={() => clear.mutate()}>
            Remove all
          </BusyButton>
        </div>
      )}
    </>
  );
}

function SongState({ song }: { song: SongRequest }) {
  if (song.is_unwanted) return <Tag>Will be skipped</Tag>;
  if (song.state === "playing") return <Tag tone="ok">Playing</Tag>;
  return song.state === "queued" ? <Tag>Next</Tag> : null;
}
