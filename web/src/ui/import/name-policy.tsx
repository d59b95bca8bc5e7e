import { Segments } from "../buttons/segments";
import { aboutConflicts, CONFLICTS, type Conflicts } from "./conflicts";
import classes from "./import.module.css";

interface NamePolicyProps {
  value: Conflicts;
  onChange: (conflicts: Conflicts) => void;
  /** Why it cannot be changed. */
  lockedBecause?: string | undefined;
  /** Says no more than it must where there is little room. */
  isBrief?: boolean;
}

/** What happens to everything whose name is taken, as long as nothing else is chosen for one of them. */
export function NamePolicy({ value, onChange, lockedBecause, isBrief = false }: NamePolicyProps) {
  return (
    <div className={classes["policy"]} data-brief={isBrief || undefined}>
      <span className={classes["policyLabel"]}>When a name is taken</span>
      <Segments
        label="When a name is taken"
        value={value}
        options={CONFLICTS}
        onChange={onChange}
        lockedBecause={lockedBecause}
      />
      <span className={classes["policyAbout"]}>{aboutConflicts(value)}</span>
    </div>
  );
}
