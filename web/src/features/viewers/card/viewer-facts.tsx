import { formatNumber } from "../../../lib/locale";
import { mediumDate, relativeAge } from "../../../lib/time/dates";
import { useNow } from "../../../lib/time/use-now";
import classes from "../viewer-card.module.css";
import { noFollowDateLabel, streakLabel, strikesLabel, subscriptionLabel, watchTimeLabel } from "../viewer-labels";
import { type Card, usePlatformFacts, useStrikes, useWatchTime, type Viewer } from "../viewers.queries";

const REFRESH_MS = 10_000;

/** Facts about the viewer; "…" for those that are loading, and for watch time and strikes that failed to load. */
export function ViewerFacts({ card, viewer }: { card: Card; viewer: Viewer }) {
  const now = useNow(true, REFRESH_MS);
  const { data: platformFacts, isPending } = usePlatformFacts(card);
  const strikes = useStrikes(card).data;
  const watchTime = useWatchTime(card).data;
  const facts: [label: string, value: string][] = [
    ["First seen", mediumDate(viewer.first_seen_at)],
    ["Last seen", relativeAge(viewer.last_seen_at, now)],
    ["Messages", formatNumber(viewer.message_count)],
    ["Role", viewer.role],
    ["Watch time", watchTime ? watchTimeLabel(watchTime.watched_seconds) : LOADING],
    ["Streak", watchTime ? streakLabel(watchTime.streak) : LOADING],
    ["Strikes", strikes ? strikesLabel(strikes, now) : LOADING],
    ["Account since", dateOr(platformFacts?.created_at, isPending ? LOADING : "Unknown")],
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

function dateOr(moment: string | null | undefined, fallback: string): string {
  return moment ? mediumDate(moment) : fallback;
}
