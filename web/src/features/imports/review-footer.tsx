import { Button } from "@mantine/core";
import { Link } from "react-router";
import { messageOf } from "../../api/errors";
import { formatNumber } from "../../lib/locale";
import { BusyButton } from "../../ui/buttons/busy-button";
import { useKeepFocus } from "../../ui/focus/use-keep-focus";
import { NamePolicy } from "../../ui/import/name-policy";
import classes from "./import.module.css";
import type { useImport } from "./imports.queries";
import {
  bodyOf,
  type ChangeReview,
  hasNameConflict,
  isImportedRow,
  type ReviewState,
  sendable,
  withPolicy,
  withResults,
} from "./review";

const IMPORTING = "Import in progress";

interface ReviewFooterProps {
  channelId: string;
  review: ReviewState;
  mutation: ReturnType<typeof useImport>;
  onChange: ChangeReview;
  onBack: () => void;
}

export function ReviewFooter({ channelId, review, mutation, onChange, onBack }: ReviewFooterProps) {
  const { mutate, isPending, error } = mutation;
  const rows = sendable(review);
  // After the last import the button becomes a link and keeps the focus.
  const keep = useKeepFocus((buttons) => buttons.querySelector("a"));
  const hasConflicts = review.rows.some(hasNameConflict);
  const send = () =>
    mutate(bodyOf(review, rows), {
      onSuccess: (done) => onChange((now) => withResults(now, rows, done.rows)),
    });
  return (
    <footer className={classes["foot"]}>
      {hasConflicts && (
        <NamePolicy
          isBrief
          value={review.policy}
          onChange={(policy) => onChange((now) => withPolicy(now, policy))}
          lockedBecause={isPending ? IMPORTING : undefined}
        />
      )}
      {error && (
        <p className="small breaks red" role="alert">
          {messageOf(error)}
        </p>
      )}
      <span ref={keep} className="gap-8 flex ml-auto">
        <Button variant="subtle" disabled={isPending} onClick={onBack}>
          Back
        </Button>
        {rows.length === 0 && review.rows.some(isImportedRow) ? (
          <Button component={Link} to={`/channels/${channelId}/chat-commands`} variant="filled">
            View commands
          </Button>
        ) : (
          <BusyButton variant="filled" isBusy={isPending} isDisabled={rows.length === 0} onClick={send}>
            Import {formatNumber(rows.length)} of {formatNumber(review.rows.length)}
          </BusyButton>
        )}
      </span>
    </footer>
  );
}
