import { Button } from "@mantine/core";
import { dayAndTime } from "../../lib/dates";
import classes from "./editor.module.css";
import type { FilterForm, Version } from "./use-filter-form";

/** Somebody else saved what is being edited here: nothing is overwritten before it was decided. */
export function ConflictNotice({ form, theirs }: { form: FilterForm; theirs: Version }) {
  return (
    <div className={classes["conflict"]} role="alert">
      <p>
        <bdi>{theirs.by}</bdi> saved this filter while you were changing it ({dayAndTime(theirs.at)}).
      </p>
      <span className={classes["choices"]}>
        <Button size="xs" disabled={form.isSaving} onClick={form.discard}>
          Load theirs
        </Button>
        <Button size="xs" variant="subtle" loading={form.isSaving} onClick={form.saveAnyway}>
          Save mine anyway
        </Button>
      </span>
    </div>
  );
}
