import { parseNumber } from "../fields/quantity-field";
import classes from "./command-fields.module.css";

interface WeightFieldProps {
  label: string;
  value: number;
  onChange: (value: number) => void;
  isLocked?: boolean;
}

export function WeightField({ label, value, onChange, isLocked = false }: WeightFieldProps) {
  return (
    <label className={classes["weight"]}>
      Weight
      <input
        aria-label={`Weight of ${label.toLowerCase()}`}
        inputMode="numeric"
        autoComplete="off"
        maxLength={3}
        value={Number.isNaN(value) ? "" : value}
        disabled={isLocked}
        onChange={(event) => onChange(parseNumber(event.currentTarget.value))}
      />
    </label>
  );
}
