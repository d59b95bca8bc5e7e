import { Anchor, Button, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconDownload, IconExternalLink, IconSearch, IconUpload } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { NavLink } from "react-router";
import { platformName, usePlatforms } from "../../../api/platforms";
import { SEARCH_DELAY_MS, SEARCH_LIMIT } from "../../../lib/search";
import { dayAndTime } from "../../../lib/time/dates";
import { type PointSettings, pointHistoryPath, pointNumber } from "../../../session/points/points";
import { BusyButton } from "../../../ui/buttons/busy-button";
import { Segments } from "../../../ui/buttons/segments";
import { ShowOlder } from "../../../ui/buttons/show-older";
import { EmptyState } from "../../../ui/empty-state";
import { ErrorPanel } from "../../../ui/page/error-panel";
import { PlatformIcon } from "../../../ui/platform-icon";
import { SkeletonRows } from "../../../ui/skeleton-rows";
import { BalanceImportDialog } from "../balance-import/balance-import-dialog";
import {
  type LeaderboardPeriod,
  leaderboardQuery,
  type RankedPeriod,
  type Standing,
  usePointsFile,
} from "../points.queries";
import classes from "./leaderboard.module.css";

const PERIODS = [
  { value: "all", label: "All time" },
  { value: "month", label: "This month" },
  { value: "stream", label: "Tonight" },
] as const;

interface LeaderboardProps {
  channelId: string;
  settings: PointSettings;
  canManage: boolean;
}

export function Leaderboard({ channelId, settings, canManage }: LeaderboardProps) {
  const [isImporting, setIsImporting] = useState(false);
  const [period, setPeriod] = useState<RankedPeriod>("all");
  const [typed, setTyped] = useState("");
  const [search] = useDebouncedValue(typed.trim(), SEARCH_DELAY_MS);
  const file = usePointsFile(channelId);
  return (
    <section aria-labelledby="leaderboard">
      <header className="row gap-8 wrap pb-8 pt-20 px-16">
        <h2 id="leaderboard">Leaderboard</h2>
        <span className="row gap-8 wrap ml-auto">
          {settings.enabled && settings.public_leaderboard && (
            <Anchor className="row gap-6 fs-chat" href={`/c/${channelId}/leaderboard`} target="_blank" rel="noreferrer">
              Public page
              <IconExternalLink size={14} aria-hidden="true" />
            </Anchor>
          )}
          <Segments label="Period" value={period} options={PERIODS} onChange={setPeriod} />
          <TextInput
            className={classes["search"] ?? ""}
            type="search"
            aria-label="Search viewers"
            placeholder="Viewer"
            size="xs"
            maxLength={SEARCH_LIMIT}
            leftSection={<IconSearch size={14} />}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <BusyButton
            size="xs"
            variant="default"
            leftSection={<IconDownload size={14} />}
            isBusy={file.isPending}
            onClick={() => file.mutate()}
          >
            CSV
          </BusyButton>
          {canManage && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconUpload size={14} />}
              onClick={() => setIsImporting(true)}
            >
              Import
            </Button>
          )}
        </span>
      </header>
      {isImporting && <BalanceImportDialog channelId={channelId} onClose={() => setIsImporting(false)} />}
      <Standings channelId={channelId} settings={settings} period={period} search={search} />
    </section>
  );
}

interface StandingsProps {
  channelId: string;
  settings: PointSettings;
  period: RankedPeriod;
  search: string;
}

function Standings({ channelId, settings, period, search }: StandingsProps) {
  const query = useInfiniteQuery(leaderboardQuery(channelId, period, search));
  const records = query.data?.pages.flatMap((page) => page.records);
  if (!records) {
    return query.error ? (
      <ErrorPanel isBare error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
    ) : (
      <SkeletonRows isInset count={4} />
    );
  }
  const times = query.data?.pages[0]?.period;
  const about = times && <p className="small muted pb-8 px-16">{periodLabel(period, times, settings.name_plural)}</p>;
  if (records.length === 0)
    return (
      <>
        {about}
        {times?.is_complete === false ? (
          <SkeletonRows isInset count={4} />
        ) : (
          <Empty settings={settings} period={period} isSearch={search !== ""} />
        )}
      </>
    );
  const highest = Math.max(records[0]?.balance ?? 1, 1);
  return (
    <>
      {about}
      <ol className={classes["rows"]}>
        {records.map((standing) => (
          <Row key={keyOf(standing)} channelId={channelId} standing={standing} highest={highest} />
        ))}
      </ol>
      <ShowOlder pages={query} label="Show more" className="py-8 px-16" />
    </>
  );
}

interface EmptyProps {
  settings: PointSettings;
  period: RankedPeriod;
  isSearch: boolean;
}

function Empty({ settings, period, isSearch }: EmptyProps) {
  if (isSearch) return <EmptyState title="Nothing found" about="No viewer with points has such a name." />;
  return (
    <EmptyState
      title={emptyLabel(period, settings.name_plural)}
      about={
        settings.enabled
          ? "Viewers appear here once they earn some."
          : "Switch on “Viewers earn points”, and viewers appear here."
      }
    />
  );
}

function Row({ channelId, standing, highest }: { channelId: string; standing: Standing; highest: number }) {
  const platforms = usePlatforms();
  const [account] = standing.accounts;
  if (!account) return null;
  const holder = { channelId, provider: account.provider, viewerId: account.provider_viewer_id };
  return (
    <li>
      <NavLink className={classes["row"] ?? ""} to={pointHistoryPath(holder)} preventScrollReset>
        <svg className={classes["bar"]} aria-hidden="true">
          <rect width={`${Math.max((standing.balance / highest) * 100, 2)}%`} height="100%" rx="4" />
        </svg>
        <span className={classes["rank"]}>{standing.rank}</span>
        {standing.accounts.map(({ provider, provider_viewer_id }) => (
          <PlatformIcon
            key={`${provider}:${provider_viewer_id}`}
            provider={provider}
            size={13}
            label={platformName(platforms, provider)}
          />
        ))}
        <bdi className="truncate miw-0 fw-500">{account.name}</bdi>
        <span className="digits fw-500 ml-auto">{pointNumber(standing.balance)}</span>
      </NavLink>
    </li>
  );
}

function keyOf({ accounts }: Standing): string {
  return accounts.map(({ provider, provider_viewer_id }) => `${provider}:${provider_viewer_id}`).join(" ");
}

/** Says which points a period counts, since when, and how current the ranks are. */
function periodLabel(period: RankedPeriod, times: LeaderboardPeriod, points: string): string {
  if (times.starts_at === null) return "Starts with your first stream.";
  const counted = `Counts ${points} earned by watching, chatting, follows, subs and payments`;
  const age = times.is_complete ? "Updated every minute." : "Still adding up earlier entries.";
  return `${counted} ${span(period, times.starts_at, times.ends_at)}. ${age}`;
}

function span(period: RankedPeriod, starts: string, ends: string | null): string {
  if (period === "month") return `since ${dayAndTime(starts)}`;
  if (ends === null) return `since this stream started, ${dayAndTime(starts)}`;
  return `in the last stream, ${dayAndTime(starts)}`;
}

function emptyLabel(period: RankedPeriod, points: string): string {
  if (period === "month") return `Nobody has earned ${points} this month`;
  return period === "stream" ? `Nobody has earned ${points} tonight` : `Nobody has ${points} yet`;
}
