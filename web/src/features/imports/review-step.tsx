import { Button } from "@mantine/core";
import { useState } from "react";
import { WindowVirtualizer } from "virtua";
import { EmptyState } from "../../ui/empty-state";
import { Panel } from "../../ui/panel";
import { isTaken, outcomeWords } from "../../ui/take-over/outcomes";
import classes from "./import.module.css";
import { changeRow, EVERYTHING, editEntry, isDone, matching, type Reviewing, type Row, tickAll } from "./review";
import { ReviewFilters } from "./review-filters";
import { ReviewFoot } from "./review-foot";
import { ReviewRow } from "./review-row";

interface ReviewStepProps {
  channelId: string;
  review: Reviewing;
  onChange: (review: Reviewing) => void;
  onBack: () => void;
}

/** Everything of the other bot beside what it becomes here. */
export function ReviewStep({ channelId, review, onChange, onBack }: ReviewStepProps) {
  const [wanted, setWanted] = useState(EVERYTHING);
  const shown = matching(review.rows, wanted);
  const edit = (row: Row, part: Partial<Row>) => onChange(changeRow(review, row.position, part));
  return (
    <Panel className={classes["review"] ?? ""} aria-label="Review">
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
          <ReviewFilters rows={review.rows} wanted={wanted} onChange={setWanted} />
          <TickAll review={review} shown={shown} onChange={onChange} />
          {shown.length === 0 && <EmptyState title="Nothing matches" about="Look for another word or kind." />}
          {/* Only what is in sight is drawn: there may be ten thousand. */}
          <WindowVirtualizer as="ul" item="li" data={shown} itemSize={96}>
            {(row) => (
              <ReviewRow
                key={row.position}
                channelId={channelId}
                row={row}
                policy={review.policy}
                onChange={(part) => edit(row, part)}
                onEdit={(entry) => onChange(editEntry(review, row.position, entry))}
              />
            )}
          </WindowVirtualizer>
          <ReviewFoot channelId={channelId} review={review} onChange={onChange} onBack={onBack} />
        </>
      )}
    </Panel>
  );
}

function Results({ rows }: { rows: readonly Row[] }) {
  const taken = rows.flatMap((row) => (row.taken ? [row.taken] : []));
  if (taken.length === 0) return null;
  const isAll = taken.every(({ outcome }) => isTaken(outcome));
  return (
    <p className={classes["results"]} data-tone={isAll ? "ok" : "attention"} role="status">
      <b>{outcomeWords(taken)}.</b> The channel as it was before is kept as a version.
    </p>
  );
}

const SHOWN_LINES = 3;

/** What stood in the file and is none of the three. */
function Ignored({ lines }: { lines: readonly string[] }) {
  const rest = lines.length - SHOWN_LINES;
  return (
    <p className={classes["ignored"]}>
      Not read: {lines.slice(0, SHOWN_LINES).join("; ")}
      {rest > 0 && ` and ${rest} more`}
    </p>
  );
}

interface TickAllProps {
  review: Reviewing;
  shown: readonly Row[];
  onChange: (review: Reviewing) => void;
}

function TickAll({ review, shown, onChange }: TickAllProps) {
  const open = shown.filter((row) => !isDone(row) && row.problems.length === 0);
  const isAll = open.length > 0 && open.every(({ isTicked }) => isTicked);
  const positions = new Set(open.map(({ position }) => position));
  return (
    <label className={classes["all"]}>
      <input
        type="checkbox"
        className={classes["tick"]}
        checked={isAll}
        disabled={open.length === 0}
        onChange={() => onChange(tickAll(review, positions, !isAll))}
      />
      All that are shown
    </label>
  );
}
