import { TagField } from "../../../ui/fields/tag-field";
import classes from "../points.module.css";
import type { FormProps } from "./form-props";

export function IgnoredViewers({ settings, onChange, lockedBecause }: FormProps) {
  const names = settings.ignored_names;
  return (
    <details className={classes["ignored"]}>
      <summary>
        Ignored: {names.length} {names.length === 1 ? "name" : "names"}
      </summary>
      <TagField
        label="Names that earn nothing"
        description="Known bots are listed from the start; the channel's own bots never earn."
        placeholder="Add a name"
        values={names}
        isLocked={lockedBecause !== undefined}
        onChange={(ignored_names) => onChange({ ignored_names })}
      />
    </details>
  );
}
