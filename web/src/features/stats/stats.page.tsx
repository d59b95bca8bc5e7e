import { NativeSelect } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link, useParams, useSearchParams } from "react-router";
import { BusyButton } from "../../ui/buttons/busy-button";
import { Segments } from "../../ui/buttons/segments";
import { EmptyState } from "../../ui/empty-state";
import { ErrorPanel } from "../../ui/page/error-panel";
import { PageTitle } from "../../ui/page/page-title";
import { Panel } from "../../ui/panel";
import { ShareButton } from "./share/share-button";
import { useStatsLive } from "./stats.live";
import classes from "./stats.module.css";
import { streamQuery, streamsQuery, useStatsFile } from "./stats.queries";
import { StatsSkeleton } from "./stats-skeleton";
import type { Stream } from "./stats-types";
import { StreamView } from "./stream/stream-view";
import { StreamList } from "./stream-list";
import { StreamPickers } from "./stream-pickers";
import { OverTime } from "./time/over-time";

const VIEWS = [
  { value: "stream", label: "This stream" },
  { value: "time", label: "Over time" },
] as const;
const PERIODS = [
  { value: "7", label: "Last 7 days" },
  { value: "30", label: "Last 30 days" },
  { value: "90", label: "Last 90 days" },
  { value: "365", label: "Last 365 days" },
];

export function StatsPage() {
  const { channelId = "" } = useParams();
  useStatsLive(channelId);
  return (
    <>
      <PageTitle>Stats</PageTitle>
      <Screen key={channelId} channelId={channelId} />
    </>
  );
}

function Screen({ channelId }: { channelId: string }) {
  const [search, setSearch] = useSearchParams();
  const streams = useInfiniteQuery(streamsQuery(channelId));
  const records = streams.data?.pages.flatMap((page) => page.records);
  const isOverTime = search.get("view") === "time";
  const setView = (view: "stream" | "time") => setSearch(view === "time" ? { view } : {});
  return (
    <div className="column gap-panels miw-0">
      {!records && (
        <NoStats error={streams.error} isFetching={streams.isFetching} onRetry={() => void streams.refetch()} />
      )}
      {records?.length === 0 && <NoStreams channelId={channelId} />}
      {records && records.length > 0 && isOverTime && (
        <TimeScreen channelId={channelId} onView={setView} days={search.get("days") ?? "30"} />
      )}
      {records && records.length > 0 && !isOverTime && (
        <StreamScreen channelId={channelId} streams={records} onView={setView} />
      )}
    </div>
  );
}

interface NoStatsProps {
  error: unknown;
  isFetching: boolean;
  onRetry: () => void;
}

function NoStats({ error, isFetching, onRetry }: NoStatsProps) {
  return (
    <>
      <h1 className="px-8 py-4">Stats</h1>
      {error ? <ErrorPanel error={error} onRetry={onRetry} isRetrying={isFetching} /> : <StatsSkeleton />}
    </>
  );
}

function NoStreams({ channelId }: { channelId: string }) {
  return (
    <>
      <h1 className="px-8 py-4">Stats</h1>
      <Panel>
        <EmptyState
          title="No streams yet"
          about="Viewers, chat and follows of each stream appear here once you are live on a connected platform."
        >
          <Link to={`/channels/${channelId}/providers`}>Connect a platform</Link>
        </EmptyState>
      </Panel>
    </>
  );
}

interface StreamScreenProps {
  channelId: string;
  streams: readonly Stream[];
  onView: (view: "stream" | "time") => void;
}

function StreamScreen({ channelId, streams, onView }: StreamScreenProps) {
  const [search, setSearch] = useSearchParams();
  const streamId = search.get("stream") ?? streams[0]?.id ?? null;
  const againstId = search.get("against");
  const stream = useQuery(streamQuery(channelId, streamId));
  const against = useQuery(streamQuery(channelId, againstId));
  const file = useStatsFile(channelId);
  const choose = (name: "stream" | "against", value: string) =>
    setSearch((before) => {
      if (value) before.set(name, value);
      else before.delete(name);
      return before;
    });
  return (
    <>
      <header className={classes["header"]}>
        <h1>Stats</h1>
        <StreamPickers
          {...{ channelId, streamId, againstId }}
          stream={stream.data}
          against={against.data}
          onChoose={choose}
        />
        <div className={classes["actions"]}>
          <Segments label="View" value="stream" options={VIEWS} onChange={onView} />
          {stream.data && <ShareButton channelId={channelId} stream={stream.data} />}
          <BusyButton
            variant="default"
            leftSection={<IconDownload size={16} />}
            isBusy={file.isPending}
            onClick={() => streamId && file.mutate({ streamId })}
          >
            CSV
          </BusyButton>
        </div>
      </header>
      {stream.data && <StreamView stream={stream.data} against={againstId ? against.data : undefined} />}
      {!stream.data && stream.error && (
        <ErrorPanel error={stream.error} onRetry={() => void stream.refetch()} isRetrying={stream.isFetching} />
      )}
      {!stream.data && !stream.error && <StatsSkeleton />}
    </>
  );
}

interface TimeScreenProps {
  channelId: string;
  days: string;
  onView: (view: "stream" | "time") => void;
}

function TimeScreen({ channelId, days, onView }: TimeScreenProps) {
  const [, setSearch] = useSearchParams();
  const validDays = PERIODS.some(({ value }) => value === days) ? days : "30";
  const period = { days: Number(validDays) };
  const file = useStatsFile(channelId);
  return (
    <>
      <header className={classes["header"]}>
        <h1>Stats</h1>
        <NativeSelect
          className={classes["picker"]}
          aria-label="Period"
          data={PERIODS}
          value={validDays}
          onChange={({ currentTarget }) => setSearch({ view: "time", days: currentTarget.value })}
        />
        <div className={classes["actions"]}>
          <Segments label="View" value="time" options={VIEWS} onChange={onView} />
          <BusyButton
            variant="default"
            leftSection={<IconDownload size={16} />}
            isBusy={file.isPending}
            onClick={() => file.mutate({ period })}
          >
            CSV
          </BusyButton>
        </div>
      </header>
      <OverTime channelId={channelId} period={period} />
      <StreamList channelId={channelId} />
    </>
  );
}
