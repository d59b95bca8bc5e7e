import { Segments } from "../buttons/segments";
import { aboutResolution, RESOLUTIONS, type Resolution } from "./conflicts";
import classes from "./import.module.css";

interface NamePolicyProps {
  value: Resolution;
  onChange: (resolution: Resolution) => void;
  /** Reason why the field is locked. */
  lockedBecause?: string | undefined;
  /** Hides the description, where there is little room. */
  isBrief?: boolean;
}

/** Field for how an import resolves name conflicts of commands. */
export function NamePolicy({ value, onChange, lockedBecause, isBrief = false }: NamePolicyProps) {
  return (
    <div className={classes["policy"]} data-brief={isBrief || undefined}>
      <span className="medium fw-500">If a command already exists</span>
      <Segments
        label="If a command already exists"
        value={value}
        options={RESOLUTIONS}
        onChange={onChange}
        lockedBecause={lockedBecause}
      />
      <span className={classes["policyAbout"]}>{aboutResolution(value)}</span>
    </div>
  );
}
