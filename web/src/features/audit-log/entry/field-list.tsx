import { filledFields } from "../audit-labels";
import classes from "../audit-log.module.css";
import type { AuditField } from "../audit-types";
import { fieldLabel } from "../audit-values";
import { ChangeValues } from "./change-values";

/** The fields with old and new value; without empty fields if the item is new or deleted. */
export function FieldList({ fields }: { fields: readonly AuditField[] }) {
  const isNewOrDeleted = fields.every(({ old }) => old === null) || fields.every(({ new: next }) => next === null);
  return (
    <dl className="mt-4 mx-0 mb-10">
      {(isNewOrDeleted ? filledFields(fields) : fields).map((field) => (
        <div key={field.field} className={classes["field"]}>
          <dt>{fieldLabel(field.field)}</dt>
          <dd>
            <ChangeValues {...field} isNewOrDeleted={isNewOrDeleted} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
