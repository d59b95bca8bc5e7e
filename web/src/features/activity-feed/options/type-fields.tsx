import { useId } from "react";
import type { FeedSettings } from "../feed/activity-types";
import { withKinds, withMinimum } from "../feed/feed-filter";
import { GROUPS, isKind, type KindGroup } from "../feed/kinds";
import classes from "./feed-options.module.css";

interface TypeFieldsProps {
  settings: FeedSettings;
  onSave: (change: Partial<FeedSettings>) => void;
}

/** Fields for the types of activities that are shown, and their minimum sizes. */
export function TypeFields({ settings, onSave }: TypeFieldsProps) {
  const id = useId();
  return (
    <fieldset className="column m-0 p-0 b-0" aria-labelledby={id}>
      <div className={classes["heading"]}>
        <span id={id}>Type</span>
        <span>At least</span>
      </div>
      {GROUPS.map((group) => (
        <TypeField key={group.label} group={group} settings={settings} onSave={onSave} />
      ))}
    </fieldset>
  );
}

function TypeField({ group, settings, onSave }: TypeFieldsProps & { group: KindGroup }) {
  const { label, kinds } = group;
  const hidden = settings.hidden_kinds.filter(isKind);
  return (
    <div className={classes["group"]}>
      <label>
        <input
          type="checkbox"
          checked={kinds.every((kind) => !hidden.includes(kind))}
          onChange={(event) => onSave({ hidden_kinds: withKinds(hidden, kinds, event.currentTarget.checked) })}
        />
        {label}
      </label>
      <MinimumField
        group={group}
        minimum={settings.minimums[kinds[0] ?? ""] ?? 0}
        onSave={(minimum) => onSave({ minimums: withMinimum(settings.minimums, kinds, minimum) })}
      />
    </div>
  );
}

interface MinimumFieldProps {
  group: KindGroup;
  minimum: number;
  onSave: (minimum: number) => void;
}

function MinimumField({ group: { label, size }, minimum, onSave }: MinimumFieldProps) {
  if (!size) return null;
  return (
    <select
      className={classes["minimum"]}
      aria-label={`${label}: at least`}
      value={minimum}
      onChange={(event) => onSave(Number(event.currentTarget.value))}
    >
      <option value={0}>Any</option>
      {size.minimums.map((choice) => (
        <option key={choice} value={choice}>
          {size.text(choice)}
        </option>
      ))}
    </select>
  );
}
