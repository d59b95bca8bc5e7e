import { RESOLUTIONS, type Resolution, resolutionOf } from "./conflicts";
import classes from "./import.module.css";

interface ConflictChoiceProps {
  /** Name of the imported item. */
  name: string;
  existing: readonly string[];
  value: Resolution;
  isLocked?: boolean;
  onChange: (resolution: Resolution) => void;
}

/** Existing names that an imported item conflicts with, and the choice of how to resolve the conflict. */
export function ConflictChoice({ name, existing, value, isLocked = false, onChange }: ConflictChoiceProps) {
  return (
    <div className="row small wrap breaks amber column-gap-8 row-gap-4">
      <span>
        <bdi>{existing.slice(0, 5).join(", ")}</bdi> already exists
      </span>
      <select
        className={classes["select"]}
        aria-label={`If ${name} already exists`}
        value={value}
        disabled={isLocked}
        onChange={(event) => onChange(resolutionOf(event.currentTarget.value))}
      >
        {RESOLUTIONS.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </div>
  );
}
