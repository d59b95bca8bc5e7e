import type { UseQueryResult } from "@tanstack/react-query";
import { formatNumber } from "../../../lib/locale";
import { mediumDate, relativeAge } from "../../../lib/time/dates";
import { useNow } from "../../../lib/time/use-now";
import classes from "../viewer-card.module.css";
import { noFollowDateLabel, streakLabel, strikesLabel, subscriptionLabel, watchTimeLabel } from "../viewer-labels";
import { type Card, usePlatformFacts, useStrikes, useWatchTime, type Viewer } from "../viewers.queries";

const REFRESH_MS = 10_000;

/** Facts about the viewer; "…" for those that are loading, "Unknown" for those that could not be loaded. */
export function ViewerFacts({ card, viewer }: { card: Card; viewer: Viewer }) {
  const now = useNow(true, REFRESH_MS);
  const { data: platformFacts, isPending } = usePlatformFacts(card);
  const strikes = useStrikes(card);
  const watchTime = useWatchTime(card);
  const facts: [label: string, value: string][] = [
    ["First seen", mediumDate(viewer.first_seen_at)],
    ["Last seen", relativeAge(viewer.last_seen_at, now)],
    ["Messages", formatNumber(viewer.message_count)],
    ["Role", viewer.role],
    ["Watch time", shown(watchTime, ({ watched_seconds: seconds }) => watchTimeLabel(seconds))],
    ["Streak", shown(watchTime, ({ streak }) => streakLabel(streak))],
    ["Strikes", shown(strikes, (all) => strikesLabel(all, now))],
    ["Account since", dateOr(platformFacts?.created_at, isPending ? LOADING : UNKNOWN)],
    [
      "Following since",
      dateOr(platformFacts?.followed_at, isPending ? LOADING : noFollowDateLabel(platformFacts?.follows)),
    ],
    ["Subscribed", subscriptionLabel(viewer)],
  ];
  return (
    <>
      <dl className={classes["facts"]}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {platformFacts?.detail && <p className={classes["detail"]}>{platformFacts.detail}</p>}
    </>
  );
}

const LOADING = "…";
const UNKNOWN = "Unknown";

function shown<Data>({ data, isPending }: UseQueryResult<Data>, label: (data: Data) => string): string {
  if (data !== undefined) return label(data);
  return isPending ? LOADING : UNKNOWN;
}

function dateOr(moment: string | null | undefined, fallback: string): string {
  return moment ? mediumDate(moment) : fallback;
}
