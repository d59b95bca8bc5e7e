import { VisuallyHidden } from "@mantine/core";
import { IconArrowRight } from "@tabler/icons-react";
import { valueLabels } from "../audit-labels";
import classes from "../audit-log.module.css";
import type { AuditField } from "../audit-types";

/** The old value, struck through, and the new one. */
export function ChangeValues(field: AuditField) {
  const [before, after] = valueLabels(field);
  return (
    <span className={classes["values"]}>
      {before !== null && (
        <del className={classes["old"]}>
          <VisuallyHidden>from </VisuallyHidden>
          {before}
        </del>
      )}
      <IconArrowRight size={14} stroke={1.6} aria-hidden="true" />
      <ins className={classes["new"]}>
        <VisuallyHidden>to </VisuallyHidden>
        {after ?? "None"}
      </ins>
    </span>
  );
}
