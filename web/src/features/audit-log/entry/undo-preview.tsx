import { Button } from "@mantine/core";
import { IconAlertTriangle, IconArrowBackUp } from "@tabler/icons-react";
import { useEffect, useId, useRef } from "react";
import { type ApiError, fieldErrors } from "../../../api/errors";
import { longDateTime } from "../../../lib/time/dates";
import { BusyButton } from "../../../ui/buttons/busy-button";
import { ErrorPanel } from "../../../ui/page/error-panel";
import { SkeletonRows } from "../../../ui/skeleton-rows";
import classes from "../audit-log.module.css";
import { isRefused, useUndoEntry, useUndoPreview } from "../audit-log.queries";
import type { UndoPreview } from "../audit-types";
import { fieldLabel } from "../audit-values";
import { FieldList } from "./field-list";

interface PreviewProps {
  channelId: string;
  entryId: string;
  onClose: () => void;
}

/** The changes that an undo would make, or the reason why the server refuses the undo. */
export function UndoPreviewPanel({ channelId, entryId, onClose }: PreviewProps) {
  const preview = useUndoPreview(channelId, entryId);
  const undo = useUndoEntry(channelId);
  if (isRefused(preview.error)) return <Refusal error={preview.error} />;
  if (preview.isError) {
    return (
      <div className={classes["preview"]}>
        <ErrorPanel isBare error={preview.error} onRetry={() => void preview.refetch()} />
      </div>
    );
  }
  if (!preview.data) {
    return (
      <div className={classes["preview"]}>
        <SkeletonRows count={2} label="Loading what would change" />
      </div>
    );
  }
  return (
    <Preview
      preview={preview.data}
      isBusy={undo.isPending}
      onUndo={() => undo.mutate(entryId, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

function Refusal({ error }: { error: ApiError }) {
  const { at } = fieldErrors(error);
  return (
    <p className={classes["refusal"]} role="alert">
      <IconAlertTriangle size={16} stroke={1.6} aria-hidden="true" />
      <span>
        <strong>Cannot be undone.</strong>{" "}
        {at && (
          <>
            {error.type === "name_taken" ? "Name taken" : "Changed again"} on {longDateTime(at)}:{" "}
          </>
        )}
        {refusalText(error)}
      </span>
    </p>
  );
}

const REFUSAL_FACTS = ["by", "at", "entry_id"];

/** Text of a refusal, with the label of the changed field instead of its API name. */
function refusalText(error: ApiError): string {
  const { by } = fieldErrors(error);
  const changedField = error.errors.find(({ field }) => !REFUSAL_FACTS.includes(field));
  if (by === undefined || changedField === undefined) return error.message;
  return `${by} set “${fieldLabel(changedField.field)}” to ${changedField.message}. Undo that first.`;
}

interface ShownPreviewProps {
  preview: UndoPreview;
  isBusy: boolean;
  onUndo: () => void;
  onClose: () => void;
}

function Preview({ preview, isBusy, onUndo, onClose }: ShownPreviewProps) {
  const id = useId();
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.querySelector("button")?.focus(), []);
  return (
    <section ref={panel} className={classes["preview"]} aria-labelledby={id}>
      <p className={classes["previewHead"]}>
        <strong id={id}>If you undo this</strong> <span>{preview.message}</span>
      </p>
      <FieldList fields={preview.fields} />
      <div className="row gap-8 wrap">
        <BusyButton variant="filled" leftSection={<IconArrowBackUp size={16} />} isBusy={isBusy} onClick={onUndo}>
          Undo this change
        </BusyButton>
        <Button variant="subtle" onClick={onClose}>
          Keep it
        </Button>
        <span className="muted fs-small ml-auto">The undo gets its own line here</span>
      </div>
    </section>
  );
}
