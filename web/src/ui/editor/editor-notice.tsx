import { Button } from "@mantine/core";
import { useEffect, useRef } from "react";
import { ApiError, messageOf } from "../../api/errors";
import { dayAndTime } from "../../lib/time/dates";
import { BusyButton } from "../buttons/busy-button";
import classes from "./editor.module.css";
import { focusTitle } from "./focus-title";
import type { EditorForm } from "./use-editor-form";
import { isConflict } from "./version";

interface EditorNoticeProps<Draft> {
  form: EditorForm<Draft>;
  /** Kind of item: "command". */
  item: string;
  /** The item was deleted while its editor was open. */
  isDeleted?: boolean;
  /** Reason why the editor is read-only. */
  lockedBecause: string;
}

/** Notice above the fields: read-only, deleted, conflicting version, or the error of the last save. */
export function EditorNotice<Draft>({ form, item, isDeleted = false, lockedBecause }: EditorNoticeProps<Draft>) {
  const { conflict, failure } = form;
  const notice = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (isAboutFields(failure)) scrollToFirstError(notice.current?.parentElement);
  }, [failure]);
  if (form.isLocked) return <p className={classes["locked"]}>{lockedBecause}</p>;
  const isShownAsConflict = conflict !== null && isConflict(failure);
  return (
    <>
      {isDeleted && (
        <p className={classes["conflict"]} role="alert">
          This {item} was deleted while you were editing it. Save to create it again.
        </p>
      )}
      {conflict && !isDeleted && (
        // Nothing is overwritten until the user decides.
        <div className={classes["conflict"]} role="alert">
          <p>
            <bdi>{conflict.by}</bdi> changed this {item} while you were editing it ({dayAndTime(conflict.at)}).
          </p>
          <span className="gap-8 flex">
            <Button
              size="xs"
              disabled={form.isSaving}
              onClick={(event) => {
                form.discard();
                focusTitle(event.currentTarget);
              }}
            >
              Reload
            </Button>
            <BusyButton size="xs" variant="subtle" isBusy={form.isSaving} onClick={form.saveAnyway}>
              Overwrite
            </BusyButton>
          </span>
        </div>
      )}
      {Boolean(failure) && !isShownAsConflict && (
        <p ref={notice} className={classes["problem"]} role="alert">
          {isAboutFields(failure) ? "Couldn't save. Fix the errors below." : messageOf(failure)}
        </p>
      )}
    </>
  );
}

/** Whether the failure is about fields, which show their errors themselves. */
function isAboutFields(failure: unknown): boolean {
  return failure instanceof ApiError && failure.status === 422 && failure.errors.length > 0;
}

function scrollToFirstError(editor: Element | null | undefined): void {
  editor?.querySelector('[aria-invalid="true"]')?.scrollIntoView({ block: "center" });
}
