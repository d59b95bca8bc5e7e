import { Button } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { WindowVirtualizer } from "virtua";
import { EmptyState } from "../../ui/empty-state";
import { isImported, resultSummary } from "../../ui/import/results";
import { Panel } from "../../ui/panel";
import classes from "./import.module.css";
import { useImport } from "./imports.queries";
import {
  type ChangeReview,
  changeRow,
  EVERYTHING,
  editEntry,
  isDone,
  matching,
  type Reviewing,
  type Row,
  selectAll,
} from "./review";
import { ReviewFilters } from "./review-filters";
import { ReviewFooter } from "./review-footer";
import { ReviewRow } from "./review-row";

interface ReviewStepProps {
  channelId: string;
  review: Reviewing;
  onChange: ChangeReview;
  onBack: () => void;
}

/** Everything of the other bot beside what it becomes here. */
export function ReviewStep({ channelId, review, onChange, onBack }: ReviewStepProps) {
  const [filter, setFilter] = useState(EVERYTHING);
  const sending = useImport(channelId);
  const shown = matching(review.rows, filter);
  const panel = useRef<HTMLElement>(null);
  // It takes the index of the step whose button was pressed.
  useEffect(() => panel.current?.focus({ preventScroll: true }), []);
  return (
    <Panel ref={panel} className={classes["review"] ?? ""} aria-label="Review" tabIndex={-1}>
      <Results rows={review.rows} />
      {review.ignored.length > 0 && <Ignored lines={review.ignored} />}
      {review.rows.length === 0 ? (
        <EmptyState
          title="Nothing to import in it"
          about="There is no command, timer or quote in what you pasted. Is it from that bot?"
        >
          <Button onClick={onBack}>Back to the text</Button>
        </EmptyState>
      ) : (
        <>
          <ReviewFilters rows={review.rows} filter={filter} onChange={setFilter} />
          <SelectAll shown={shown} isSending={sending.isPending} onChange={onChange} />
          {shown.length === 0 && <EmptyState title="Nothing matches" about="Look for another word or kind." />}
          {/* Only what is in sight is drawn: there may be ten thousand. */}
          <WindowVirtualizer as="ul" item="li" data={shown} itemSize={96}>
            {(row) => (
              <ReviewRow
                key={row.position}
                channelId={channelId}
                row={row}
                policy={review.policy}
                isSending={sending.isPending}
                onChange={(part) => onChange((now) => changeRow(now, row.position, part))}
                onEdit={(entry) => onChange((now) => editEntry(now, row.position, entry))}
              />
            )}
          </WindowVirtualizer>
          <ReviewFooter channelId={channelId} review={review} sending={sending} onChange={onChange} onBack={onBack} />
        </>
      )}
    </Panel>
  );
}

function Results({ rows }: { rows: readonly Row[] }) {
  const taken = rows.flatMap((row) => (row.taken ? [row.taken] : []));
  if (taken.length === 0) return null;
  const isAll = taken.every(({ outcome }) => isImported(outcome));
  return (
    <p className={classes["results"]} data-tone={isAll ? "ok" : "attention"} role="status">
      <b>{resultSummary(taken)}.</b> The channel as it was before is kept as a version.
    </p>
  );
}

const MAX_LINES_SHOWN = 3;

/** What stood in the file and is none of the three. */
function Ignored({ lines }: { lines: readonly string[] }) {
  const rest = lines.length - MAX_LINES_SHOWN;
  return (
    <p className={classes["ignored"]}>
      Not read: {lines.slice(0, MAX_LINES_SHOWN).join("; ")}
      {rest > 0 && ` and ${rest} more`}
    </p>
  );
}

interface SelectAllProps {
  shown: readonly Row[];
  isSending: boolean;
  onChange: ChangeReview;
}

function SelectAll({ shown, isSending, onChange }: SelectAllProps) {
  const open = shown.filter((row) => !isDone(row) && row.problems.length === 0);
  const isAll = open.length > 0 && open.every(({ isTicked }) => isTicked);
  const positions = new Set(open.map(({ position }) => position));
  return (
    <label className={classes["all"]}>
      <input
        type="checkbox"
        className={classes["tick"]}
        checked={isAll}
        disabled={isSending || open.length === 0}
        onChange={() => onChange((now) => selectAll(now, positions, !isAll))}
      />
      All that are shown
    </label>
  );
}
