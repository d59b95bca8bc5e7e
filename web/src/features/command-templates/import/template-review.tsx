import { Button } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { useState } from "react";
import { isInaccessible, messageOf } from "../../../api/errors";
import { BusyButton } from "../../../ui/buttons/busy-button";
import { EmptyState } from "../../../ui/empty-state";
import { NamePolicy } from "../../../ui/import/name-policy";
import { ResultLine } from "../../../ui/import/result-line";
import { type ImportResult, resultSummary } from "../../../ui/import/results";
import { ErrorPanel } from "../../../ui/page/error-panel";
import { SkeletonRows } from "../../../ui/skeleton-rows";
import type { TemplateRow } from "../template-types";
import { useImportTemplate, useTemplatePreview } from "../templates.queries";
import { CommandRow } from "./command-row";
import { type ImportPlan, isAllSelected, rowsToImport, startPlan, toggleAll, withPolicy } from "./import-plan";
import classes from "./import-template.module.css";

interface TemplateReviewProps {
  channelId: string;
  templateId: string;
  onBack: () => void;
  onClose: () => void;
}

/** Shows the template's commands for selection, and after the import its results. */
export function TemplateReview({ channelId, templateId, onBack, onClose }: TemplateReviewProps) {
  const { data, error, refetch, isFetching } = useTemplatePreview(channelId, templateId);
  const [result, setResult] = useState<readonly ImportResult[] | null>(null);
  if (result) return <Result rows={result} onClose={onClose} onBack={onBack} />;
  return (
    <>
      <div className={classes["templateHeader"]}>
        <Button size="xs" variant="subtle" data-autofocus leftSection={<IconArrowLeft size={15} />} onClick={onBack}>
          All templates
        </Button>
        {data && <h3 className="body breaks fw-600">{data.title}</h3>}
      </div>
      {data?.description && <p className="small muted breaks">{data.description}</p>}
      {error && isInaccessible(error) && <EmptyState title="Template not found" about="It has been deleted." />}
      {error && !isInaccessible(error) && !data && (
        <ErrorPanel isBare error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
      {!data && !error && <SkeletonRows count={5} label="Loading template" />}
      {data && (
        <Choices channelId={channelId} templateId={templateId} rows={data.rows} onDone={(rows) => setResult(rows)} />
      )}
    </>
  );
}

interface ChoicesProps {
  channelId: string;
  templateId: string;
  rows: readonly TemplateRow[];
  onDone: (rows: readonly ImportResult[]) => void;
}

function Choices({ channelId, templateId, rows, onDone }: ChoicesProps) {
  const [plan, setPlan] = useState<ImportPlan>(() => startPlan(rows));
  const { mutate, isPending, error } = useImportTemplate(channelId, templateId);
  const choices = rowsToImport(plan, rows);
  const hasConflicts = rows.some(({ clashes }) => clashes.length > 0);
  return (
    <>
      <label className={classes["all"]}>
        <input
          type="checkbox"
          className={classes["checkbox"]}
          checked={isAllSelected(plan, rows)}
          onChange={() => setPlan(toggleAll(plan, rows))}
        />
        Select all
      </label>
      <ul className={classes["rows"]}>
        {rows.map((row) => (
          <CommandRow key={row.key} channelId={channelId} row={row} plan={plan} onPlan={setPlan} />
        ))}
      </ul>
      {hasConflicts && (
        <div className="line-above pt-12">
          <NamePolicy value={plan.policy} onChange={(policy) => setPlan(withPolicy(plan, policy))} />
        </div>
      )}
      {error && (
        <p className="small breaks red" role="alert">
          {messageOf(error)}
        </p>
      )}
      <footer className={classes["foot"]}>
        <span className="small muted breaks">A snapshot of the current settings is saved first.</span>
        <BusyButton
          variant="filled"
          isBusy={isPending}
          isDisabled={choices.length === 0}
          onClick={() => mutate(choices, { onSuccess: (done) => onDone(done.rows) })}
        >
          {choices.length === 1 ? "Import 1 command" : `Import ${choices.length} commands`}
        </BusyButton>
      </footer>
    </>
  );
}

interface ResultProps {
  rows: readonly ImportResult[];
  onBack: () => void;
  onClose: () => void;
}

function Result({ rows, onBack, onClose }: ResultProps) {
  return (
    <>
      <p className="body breaks fw-600" role="status">
        {resultSummary(rows)}
      </p>
      <ul className={classes["rows"]}>
        {rows.map((result) => (
          <li key={result.key} className={classes["done"]}>
            <bdi className="breaks fs-chat fw-500 mono bright">{result.name || result.key}</bdi>
            <ResultLine result={result} />
          </li>
        ))}
      </ul>
      <footer className={classes["foot"]}>
        <Button variant="subtle" onClick={onBack}>
          Import another template
        </Button>
        <Button variant="filled" data-autofocus onClick={onClose}>
          Done
        </Button>
      </footer>
    </>
  );
}
