import { type ReactNode, useId } from "react";
import classes from "./segments.module.css";

interface SegmentsProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: ReactNode; lockedBecause?: string }[];
  onChange: (value: Value) => void;
  /** Reason why all options are locked. */
  lockedBecause?: string | undefined;
  /** Full width, and as tall as the fields beside it. */
  isFull?: boolean;
}

/** Segmented control built of radio buttons. */
export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { label, value, options, onChange, lockedBecause, isFull = false } = props;
  const name = useId();
  return (
    <fieldset className={classes["segments"]} data-full={isFull || undefined} aria-label={label} title={lockedBecause}>
      {options.map((option) => (
        <label key={option.value} className={classes["option"]} title={option.lockedBecause}>
          <input
            type="radio"
            className={classes["radio"]}
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={lockedBecause !== undefined || Boolean(option.lockedBecause)}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
