import { mediumDate, relativeAge } from "../../../lib/time/dates";
import { useNow } from "../../../lib/time/use-now";
import classes from "../viewer-card.module.css";
import { roleWord, streakWords, strikeWords, subWords, watchWords } from "../viewer-labels";
import { type Card, useAttendance, usePlatformFacts, useStrikes, type Viewer } from "../viewers.queries";

const REFRESH_MS = 10_000;

/** What is known here, and what the platform tells: the card never waits for the second. */
export function ViewerFacts({ card, viewer }: { card: Card; viewer: Viewer }) {
  const now = useNow(true, REFRESH_MS);
  const { data: told, isPending } = usePlatformFacts(card);
  const strikes = useStrikes(card).data;
  const attendance = useAttendance(card).data;
  const facts: [label: string, value: string][] = [
    ["First seen", mediumDate(viewer.first_seen_at)],
    ["Last seen", relativeAge(viewer.last_seen_at, now)],
    ["Messages", viewer.message_count.toLocaleString("en-GB")],
    ["Role", roleWord(viewer.role)],
    ["Watch time", attendance ? watchWords(attendance.watched_seconds) : UNKNOWN],
    ["Streak", attendance ? streakWords(attendance.streak) : UNKNOWN],
    ["Strikes", strikes ? strikeWords(strikes, now) : UNKNOWN],
    ["Account since", dateOr(told?.created_at, isPending ? UNKNOWN : "Not told")],
    ["Follows since", dateOr(told?.followed_at, followless(told, isPending))],
    ["Subscribed", subWords(viewer)],
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
      {told?.detail && <p className={classes["detail"]}>{told.detail}</p>}
    </>
  );
}

const UNKNOWN = "…";

function dateOr(moment: string | null | undefined, otherwise: string): string {
  return moment ? mediumDate(moment) : otherwise;
}

// A platform that has told everything has told that they do not follow.
function followless(told: { detail: string } | undefined, isPending: boolean): string {
  if (isPending) return UNKNOWN;
  return told && told.detail === "" ? "Does not follow" : "Not told";
}
