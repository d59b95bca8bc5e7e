import { messageOf } from "../../api/errors";
import { ConflictNotice } from "./conflict-notice";
import classes from "./editor.module.css";
import { MAY_NOT_MANAGE } from "./filter-words";
import { isConflict } from "./saving";
import type { FilterForm } from "./use-filter-form";

/** Why nothing can be changed here, whose change is in the way, or why the last save did not work. */
export function EditorNotice({ form }: { form: FilterForm }) {
  const { theirs, failure } = form;
  if (form.isLocked) return <p className={classes["locked"]}>{MAY_NOT_MANAGE}. You can test and look at everything.</p>;
  const isSaid = theirs !== null && isConflict(failure);
  return (
    <>
      {theirs && <ConflictNotice form={form} theirs={theirs} />}
      {Boolean(failure) && !isSaid && (
        <p className={classes["problem"]} role="alert">
          {messageOf(failure)}
        </p>
      )}
    </>
  );
}
