import { Input } from "@mantine/core";
import { IconChevronDown, IconChevronUp } from "@tabler/icons-react";
import { type KeyboardEvent, useId, useState } from "react";
import classes from "./quantity-field.module.css";

interface QuantityFieldProps {
  label: string;
  /** NaN while the text is not a number; the server rejects it. */
  value: number;
  onChange: (value: number) => void;
  max: number;
  unit?: string;
  /** Unit for screen readers. */
  unitName?: string;
  error?: string | undefined;
  isLocked?: boolean;
}

/** Whole-number field with a unit; typed text is never corrected. */
export function QuantityField(props: QuantityFieldProps) {
  const { label, value, onChange, max, unit = "s", unitName = "seconds", error, isLocked = false } = props;
  const id = useId();
  const [typed, setTyped] = useState({ text: numberText(value), value });
  const shown = Object.is(typed.value, value) ? typed.text : numberText(value);
  const step = (by: number) => onChange(Math.min(max, Math.max(0, (Number.isNaN(value) ? 0 : value) + by)));
  return (
    <Input.Wrapper label={label} labelProps={{ htmlFor: id }} error={error} errorProps={{ id: `${id}-error` }}>
      <label
        className={classes["box"]}
        data-invalid={error !== undefined || undefined}
        data-locked={isLocked || undefined}
      >
        <input
          id={id}
          className={classes["input"]}
          role="spinbutton"
          aria-label={`${label} in ${unitName}`}
          aria-valuenow={Number.isNaN(value) ? undefined : value}
          aria-valuetext={`${shown} ${unitName}`}
          aria-valuemin={0}
          aria-valuemax={max}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          inputMode="numeric"
          autoComplete="off"
          maxLength={Math.max(6, String(max).length)}
          value={shown}
          disabled={isLocked}
          onKeyDown={(event) => stepKey(event, step)}
          onChange={(event) => {
            const text = event.currentTarget.value;
            const next = parseNumber(text);
            setTyped({ text, value: next });
            onChange(next);
          }}
        />
        <span className="muted" aria-hidden="true">
          {unit}
        </span>
        {!isLocked && <Steps label={label} onStep={step} />}
      </label>
    </Input.Wrapper>
  );
}

/** Buttons for the pointer; with the keyboard, the arrow keys change the number. */
function Steps({ label, onStep }: { label: string; onStep: (by: number) => void }) {
  return (
    <span className={classes["steps"]}>
      <button type="button" tabIndex={-1} aria-label={`${label}: more`} onClick={() => onStep(1)}>
        <IconChevronUp size={12} aria-hidden="true" />
      </button>
      <button type="button" tabIndex={-1} aria-label={`${label}: less`} onClick={() => onStep(-1)}>
        <IconChevronDown size={12} aria-hidden="true" />
      </button>
    </span>
  );
}

function stepKey(event: KeyboardEvent, step: (by: number) => void) {
  if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
  event.preventDefault();
  step(event.key === "ArrowUp" ? 1 : -1);
}

function numberText(value: number): string {
  return Number.isNaN(value) ? "" : String(value);
}

export function parseNumber(text: string): number {
  return /^\s*\d+\s*$/.test(text) ? Number(text) : Number.NaN;
}
