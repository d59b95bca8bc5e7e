import { VisuallyHidden } from "@mantine/core";
import { IconArrowRight } from "@tabler/icons-react";
import classes from "../audit-log.module.css";
import type { AuditField } from "../audit-types";
import { valueLabels } from "../audit-values";

interface ChangeValuesProps extends AuditField {
  /** Whether the item is new or deleted; a missing new value is then not shown as "None". */
  isNewOrDeleted?: boolean;
}

/** The old value, struck through, and the new value. */
export function ChangeValues({ isNewOrDeleted = false, ...field }: ChangeValuesProps) {
  const [before, after] = valueLabels(field);
  const hasEnd = after !== null || !isNewOrDeleted;
  return (
    <span className={classes["values"]}>
      {before !== null && (
        <del className={classes["old"]}>
          <VisuallyHidden>from </VisuallyHidden>
          {before}
        </del>
      )}
      {before !== null && hasEnd && <IconArrowRight size={14} stroke={1.6} aria-hidden="true" />}
      {hasEnd && (
        <ins className={classes["new"]}>
          <VisuallyHidden>to </VisuallyHidden>
          {after ?? "None"}
        </ins>
      )}
    </span>
  );
}
