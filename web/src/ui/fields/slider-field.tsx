import { Input } from "@mantine/core";
import { useId } from "react";
import classes from "./fields.module.css";

interface SliderFieldProps {
  label: string;
  value: number;
  onChange: (value: number) => void;
  min: number;
  max: number;
  step?: number;
  unit: string;
  error?: string | undefined;
  isLocked: boolean;
}

export function SliderField({ label, value, onChange, min, max, step = 1, unit, error, isLocked }: SliderFieldProps) {
  const id = useId();
  return (
    <div>
      <div className="gap-8 flex between">
        <label className="medium fw-500 block mb-4" htmlFor={id}>
          {label}
        </label>
        <span className="medium muted digits" aria-hidden="true">
          {value} {unit}
        </span>
      </div>
      <input
        id={id}
        type="range"
        className={classes["slider"]}
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={`${value} ${unit}`}
        disabled={isLocked}
        aria-invalid={error !== undefined || undefined}
        onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
      />
      {error && <Input.Error>{error}</Input.Error>}
    </div>
  );
}
