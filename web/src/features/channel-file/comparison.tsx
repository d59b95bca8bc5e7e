import { TextInput, Tooltip } from "@mantine/core";
import { IconAlertCircle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "../../api/errors";
import { BusyButton } from "../../ui/buttons/busy-button";
import { ErrorPanel } from "../../ui/page/error-panel";
import { SkeletonRows } from "../../ui/skeleton-rows";
import { toast } from "../../ui/toast/toast";
import classes from "./channel-file.module.css";
import { type Draft, diffQuery, useApply } from "./channel-file.queries";
import type { Diff, FileProblem } from "./channel-file-types";
import { changedSections, changeSummary, MAX_REASON_LENGTH, MAY_NOT_APPLY } from "./diff-labels";
import { DiffView } from "./diff-view";
import { useExcludedSections } from "./use-excluded-sections";

interface ComparisonProps {
  channelId: string;
  draft: Draft;
  canApply: boolean;
  onShowLine: (line: number) => void;
  onApplied: () => void;
}

/** Preview of the changes in a file, with the apply button. */
export function Comparison({ channelId, draft, canApply, onShowLine, onApplied }: ComparisonProps) {
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery(diffQuery(channelId, draft));
  if (error && !data) {
    return <ErrorPanel isBare error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  }
  if (!data) return <SkeletonRows count={4} label="Loading preview" />;
  if (data.problems.length > 0) return <FileProblems problems={data.problems} onShow={onShowLine} />;
  return (
    <Changes
      channelId={channelId}
      draft={draft}
      diff={data}
      isStale={isPlaceholderData}
      canApply={canApply}
      onApplied={onApplied}
    />
  );
}

interface ChangesProps extends Omit<ComparisonProps, "onShowLine"> {
  diff: Diff;
  /** Whether a new preview is loading; the previous preview is shown meanwhile. */
  isStale: boolean;
}

function Changes({ channelId, draft, diff, isStale, canApply, onApplied }: ChangesProps) {
  const [reason, setReason] = useState("");
  const { excluded, toggle } = useExcludedSections();
  const { mutate, isPending, error } = useApply(channelId, draft);
  const sections = changedSections(diff.sections);
  const chosen = sections.filter(({ key }) => !excluded.has(key));
  if (sections.length === 0) {
    return (
      <p className="muted mt-16" role="status">
        No changes: the channel matches the file.
      </p>
    );
  }
  const apply = () =>
    mutate(
      { sections: chosen.map(({ key }) => key), revision: diff.revision, reason: reason.trim() },
      {
        onSuccess: (applied) => {
          toast.success("Import complete", changeSummary(applied.sections));
          onApplied();
        },
      },
    );
  return (
    <section aria-label="Changes">
      <DiffView sections={sections} excluded={excluded} onToggle={toggle} />
      {error && (
        <p className="small breaks red mt-8" role="alert">
          {messageOf(error)}
        </p>
      )}
      <div className="row gap-8 wrap justify-end mt-16">
        <TextInput
          className={classes["reason"] ?? ""}
          aria-label="Note (optional)"
          placeholder="Note (optional)"
          maxLength={MAX_REASON_LENGTH}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Tooltip label={MAY_NOT_APPLY} disabled={canApply}>
          <BusyButton
            variant="filled"
            isBusy={isPending}
            isDisabled={!canApply || chosen.length === 0 || isStale}
            onClick={apply}
          >
            Apply: {changeSummary(chosen)}
          </BusyButton>
        </Tooltip>
      </div>
    </section>
  );
}

interface FileProblemsProps {
  problems: readonly FileProblem[];
  /** Selects a line of the file. */
  onShow: (line: number) => void;
}

/** Errors to fix before a file can be previewed. */
function FileProblems({ problems, onShow }: FileProblemsProps) {
  return (
    <section className={classes["errors"]} role="alert" aria-label="File errors">
      <h3 className="row gap-8 fs-chat red">
        <IconAlertCircle size={16} aria-hidden="true" />
        {problems.length === 1 ? "1 error in the file" : `${problems.length} errors in the file`}
      </h3>
      <ul className={classes["problems"]}>
        {problems.map((problem) => (
          <li key={`${problem.line} ${problem.field} ${problem.message}`}>
            <LineLink problem={problem} onShow={onShow} />
            <span>
              {problem.field && <code className="fs-small mono">{problem.field}</code>} {problem.message}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function LineLink({ problem: { line }, onShow }: { problem: FileProblem; onShow: (line: number) => void }) {
  if (line === null) return <span className={classes["line"]} />;
  return (
    <button type="button" className={classes["line"]} onClick={() => onShow(line)}>
      Line {line}
    </button>
  );
}
