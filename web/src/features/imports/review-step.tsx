import { Button, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { WindowVirtualizer } from "virtua";
import { SEARCH_LIMIT } from "../../lib/search";
import { Segments } from "../../ui/buttons/segments";
import { EmptyState } from "../../ui/empty-state";
import { isImported } from "../../ui/import/results";
import { Panel } from "../../ui/panel";
import classes from "./import.module.css";
import { KIND_LABELS, MAPPING_LABELS } from "./import-labels";
import type { Kind, Maps } from "./import-types";
import { useImport } from "./imports.queries";
import {
  type ChangeReview,
  changeRow,
  countOf,
  editEntry,
  isImportedRow,
  kindsOf,
  matching,
  NO_FILTER,
  type ReviewState,
  type Row,
  type RowFilter,
  selectAll,
  summaryOf,
} from "./review";
import { ReviewFooter } from "./review-footer";
import { ReviewRow } from "./review-row";

interface ReviewStepProps {
  channelId: string;
  review: ReviewState;
  onChange: ChangeReview;
  onBack: () => void;
}

export function ReviewStep({ channelId, review, onChange, onBack }: ReviewStepProps) {
  const [filter, setFilter] = useState(NO_FILTER);
  const mutation = useImport(channelId);
  const shown = matching(review.rows, filter);
  const panel = useRef<HTMLElement>(null);
  // Step 1, whose button had the focus, is hidden.
  useEffect(() => panel.current?.focus({ preventScroll: true }), []);
  return (
    <Panel ref={panel} className={classes["review"] ?? ""} aria-label="Review" tabIndex={-1}>
      <Results rows={review.rows} />
      {review.ignored.length > 0 && <Ignored lines={review.ignored} />}
      {review.rows.length === 0 ? (
        <EmptyState
          title="Nothing to import"
          about="No commands, timers or quotes found. Check that you selected the right bot."
        >
          <Button onClick={onBack}>Back</Button>
        </EmptyState>
      ) : (
        <>
          <ReviewFilters rows={review.rows} filter={filter} onChange={setFilter} />
          <SelectAll shown={shown} isSending={mutation.isPending} onChange={onChange} />
          {shown.length === 0 && <EmptyState title="No results" about="Try another search or type." />}
          {/* Virtualised: there may be ten thousand rows. */}
          <WindowVirtualizer as="ul" item="li" data={shown} itemSize={96}>
            {(row) => (
              <ReviewRow
                key={row.position}
                channelId={channelId}
                row={row}
                policy={review.policy}
                isSending={mutation.isPending}
                onChange={(part) => onChange((now) => changeRow(now, row.position, part))}
                onEdit={(entry) => onChange((now) => editEntry(now, row.position, entry))}
              />
            )}
          </WindowVirtualizer>
          <ReviewFooter channelId={channelId} review={review} mutation={mutation} onChange={onChange} onBack={onBack} />
        </>
      )}
    </Panel>
  );
}

function Results({ rows }: { rows: readonly Row[] }) {
  const results = rows.flatMap((row) => (row.result ? [row.result] : []));
  if (results.length === 0) return null;
  const isAll = results.every(({ outcome }) => isImported(outcome));
  return (
    <p className={classes["results"]} data-tone={isAll ? "ok" : "attention"} role="status">
      <b>{summaryOf(rows)}.</b> A snapshot from before the import is in your version history.
    </p>
  );
}

const MAX_LINES_SHOWN = 3;

/** The first pasted lines in which no command, timer or quote was found. */
function Ignored({ lines }: { lines: readonly string[] }) {
  const notShown = lines.length - MAX_LINES_SHOWN;
  return (
    <p className={classes["ignored"]}>
      Ignored: {lines.slice(0, MAX_LINES_SHOWN).join("; ")}
      {notShown > 0 && ` and ${notShown} more`}
    </p>
  );
}

interface SelectAllProps {
  shown: readonly Row[];
  isSending: boolean;
  onChange: ChangeReview;
}

function SelectAll({ shown, isSending, onChange }: SelectAllProps) {
  const open = shown.filter((row) => !isImportedRow(row) && row.problems.length === 0);
  const isAll = open.length > 0 && open.every(({ isSelected }) => isSelected);
  const positions = new Set(open.map(({ position }) => position));
  return (
    <label className="row gap-12 muted fs-chat px-16 pointer mih-36">
      <input
        type="checkbox"
        className={classes["checkbox"]}
        checked={isAll}
        disabled={isSending || open.length === 0}
        onChange={() => onChange((now) => selectAll(now, positions, !isAll))}
      />
      Select all
    </label>
  );
}

interface ReviewFiltersProps {
  rows: readonly Row[];
  filter: RowFilter;
  onChange: (filter: RowFilter) => void;
}

const ORDER: readonly Maps[] = ["full", "changed", "cannot"];

function ReviewFilters({ rows, filter, onChange }: ReviewFiltersProps) {
  const kinds = kindsOf(rows);
  const maps: { value: RowFilter["maps"]; label: string }[] = [
    { value: "all", label: `All ${rows.length}` },
    ...ORDER.map((value) => ({ value, label: `${MAPPING_LABELS[value].label} ${countOf(rows, value)}` })),
  ];
  const kindOptions: { value: Kind | "all"; label: string }[] = [
    { value: "all", label: "All types" },
    ...kinds.map((value) => ({ value, label: KIND_LABELS[value].many })),
  ];
  return (
    <div className="row gap-8 wrap pb-8 px-16">
      <Segments
        label="Status"
        value={filter.maps}
        options={maps}
        onChange={(value) => onChange({ ...filter, maps: value })}
      />
      {kinds.length > 1 && (
        <Segments
          label="Type"
          value={filter.kind}
          options={kindOptions}
          onChange={(kind) => onChange({ ...filter, kind })}
        />
      )}
      <TextInput
        className="grow-200"
        type="search"
        aria-label="Search name or text"
        placeholder="Search name or text"
        maxLength={SEARCH_LIMIT}
        leftSection={<IconSearch size={15} />}
        value={filter.query}
        onChange={(event) => onChange({ ...filter, query: event.currentTarget.value })}
      />
    </div>
  );
}
