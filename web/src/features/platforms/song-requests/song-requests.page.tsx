import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { can, useChannel } from "../../../session/channel";
import { BusyButton } from "../../../ui/buttons/busy-button";
import { ErrorPanel } from "../../../ui/page/error-panel";
import { PageTitle } from "../../../ui/page/page-title";
import { PageHeader } from "../../../ui/page-header";
import { Panel } from "../../../ui/panel";
import { SkeletonRows } from "../../../ui/skeleton-rows";
import { AllPlatforms } from "../all-platforms";
import classes from "../announcements/announcements.module.css";
import pageClasses from "../platforms.module.css";
import { SongList } from "./song-list";
import { musicQuery, songRequestsQuery, useSkipSong, useSongRequestsLive } from "./song-requests.queries";
import { SongRules } from "./song-rules";

/** Page with the playing song, the requested songs and the rules for requests. */
export function SongRequestsPage() {
  const { channelId = "" } = useParams();
  const { data, error, refetch, isFetching } = useQuery(songRequestsQuery(channelId));
  const channel = useChannel(channelId).data;
  useSongRequestsLive(channelId);
  return (
    <div className={pageClasses["page"]}>
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
              <p className={classes["problem"]} role="alert">
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
    <div className={classes["head"]}>
      <div className={classes["grow"]}>
        <h2>{playing ? playing.title : silence}</h2>
        <p className={classes["about"]}>{problem || playing?.artists}</p>
      </div>
      {canSkip && playing && (
        <BusyButton isBusy={skip.isPending} onClick={() => skip.mutate()}>
          Skip
        </BusyButton>
      )}
    </div>
  );
}
