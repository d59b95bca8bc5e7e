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
      <div className={classes["sliderHead"]}>
        <label className={classes["label"]} htmlFor={id}>
          {label}
        </label>
        <output className={classes["figure"]} htmlFor={id}>
          {value} {unit}
        </output>
      </div>
      <input
        id={id}
        type="range"
        className={classes["slider"]}
        min={min}
        max={max}
        step={step}
        value={value}
        disabled={isLocked}
        aria-invalid={error !== undefined || undefined}
        onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
      />
      {error && <Input.Error>{error}</Input.Error>}
    </div>
  );
}
