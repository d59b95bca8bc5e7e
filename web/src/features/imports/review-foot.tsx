import { Button } from "@mantine/core";
import { Link } from "react-router";
import { messageOf } from "../../api/errors";
import { Segments } from "../../ui/segments";
import { aboutConflicts, CONFLICTS } from "../../ui/take-over/conflicts";
import classes from "./import.module.css";
import { useImport } from "./imports.queries";
import { bodyOf, isDone, isTakenName, type Reviewing, sendable, withOutcomes, withPolicy } from "./review";

interface ReviewFootProps {
  channelId: string;
  review: Reviewing;
  onChange: (review: Reviewing) => void;
  onBack: () => void;
}

/** What happens to names that are taken, and the way on. */
export function ReviewFoot({ channelId, review, onChange, onBack }: ReviewFootProps) {
  const { mutate, isPending, error } = useImport(channelId);
  const rows = sendable(review);
  const hasClashes = review.rows.some(isTakenName);
  const send = () =>
    mutate(bodyOf(review, rows), { onSuccess: (done) => onChange(withOutcomes(review, rows, done.rows)) });
  return (
    <footer className={classes["foot"]}>
      {hasClashes && (
        <div className={classes["policy"]}>
          <span className={classes["label"]}>When a name is taken</span>
          <Segments
            label="When a name is taken"
            value={review.policy}
            options={CONFLICTS}
            onChange={(policy) => onChange(withPolicy(review, policy))}
          />
          <span className={classes["about"]}>{aboutConflicts(review.policy)}</span>
        </div>
      )}
      {error && (
        <p className={classes["problem"]} role="alert">
          {messageOf(error)}
        </p>
      )}
      <span className={classes["buttons"]}>
        <Button variant="subtle" disabled={isPending} onClick={onBack}>
          Back to the text
        </Button>
        {rows.length === 0 && review.rows.some(isDone) ? (
          <Button component={Link} to={`/channels/${channelId}/chat-commands`} variant="filled">
            See the commands
          </Button>
        ) : (
          <Button variant="filled" loading={isPending} disabled={rows.length === 0} onClick={send}>
            Import {rows.length.toLocaleString("en-GB")} of {review.rows.length.toLocaleString("en-GB")}
          </Button>
        )}
      </span>
    </footer>
  );
}
