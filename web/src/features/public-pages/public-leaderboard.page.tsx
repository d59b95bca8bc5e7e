import { useParams } from "react-router";
import { isInaccessible } from "../../api/errors";
import { platformName, usePlatforms } from "../../api/platforms";
import { formatNumber } from "../../lib/locale";
import { EmptyState } from "../../ui/empty-state";
import { BrandMark } from "../../ui/page/brand";
import { ErrorPanel } from "../../ui/page/error-panel";
import { PageTitle } from "../../ui/page/page-title";
import { PlatformIcon } from "../../ui/platform-icon";
import { SkeletonRows } from "../../ui/skeleton-rows";
import classes from "./public-pages.module.css";
import { type PublicStanding, usePublicLeaderboard } from "./public-pages.queries";

/** Public page with the viewers of a channel that have the most points. */
export function PublicLeaderboardPage() {
  const { channelId = "" } = useParams();
  const query = usePublicLeaderboard(channelId);
  const { data, error } = query;
  if (isInaccessible(error)) return <NoLeaderboard />;
  return (
    <main className={classes["page"]}>
      <PageTitle>{data ? `${data.channel.display_name}'s leaderboard` : "Leaderboard"}</PageTitle>
      <h1 className={classes["title"]}>
        {data ? (
          <>
            <bdi>{data.channel.display_name}</bdi>'s leaderboard
          </>
        ) : (
          "Leaderboard"
        )}
      </h1>
      {data ? (
        <Standings records={data.records} pointsName={data.points_name} />
      ) : error ? (
        <ErrorPanel isBare error={error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
      ) : (
        <SkeletonRows count={6} label="Loading leaderboard" />
      )}
      <footer className={classes["foot"]}>
        <BrandMark size={16} />
        Greenroom
      </footer>
    </main>
  );
}

function Standings({ records, pointsName }: { records: readonly PublicStanding[]; pointsName: string }) {
  if (records.length === 0) return <EmptyState title={`Nobody has ${pointsName} yet`} />;
  return (
    <>
      <p className="row small gap-8 digits nowrap faint">
        <span>
          Highest number of <bdi>{pointsName}</bdi> first
        </span>
      </p>
      <ol className="plain-list">
        {records.map((standing, index) => (
          // Two viewers may have the same name; a row has no state.
          // biome-ignore lint/suspicious/noArrayIndexKey: the position identifies the row
          <StandingRow key={index} standing={standing} />
        ))}
      </ol>
    </>
  );
}

function StandingRow({ standing }: { standing: PublicStanding }) {
  const platforms = usePlatforms();
  return (
    <li className="row gap-10 line-above mih-40">
      <span className={classes["rank"]}>{standing.rank}</span>
      {standing.providers.map((provider) => (
        <PlatformIcon key={provider} provider={provider} size={14} label={platformName(platforms, provider)} />
      ))}
      <bdi className="breaks">{standing.name}</bdi>
      <span className="digits ml-auto">{formatNumber(standing.balance)}</span>
    </li>
  );
}

function NoLeaderboard() {
  return (
    <main className={classes["page"]}>
      <PageTitle>Channel not found</PageTitle>
      <EmptyState
        heading="h1"
        title="Channel not found"
        about="This channel doesn't exist or its leaderboard isn't public."
      />
    </main>
  );
}
