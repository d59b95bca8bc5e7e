import { TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import classes from "./fields.module.css";
import { dollarsText, parseDollars } from "./notations/dollars";
import { durationText, parseSeconds } from "./notations/seconds";
import { parseNumber } from "./quantity-field";

interface TypedFieldProps {
  label: string;
  unit?: string;
  about?: string | undefined;
  /** NaN while the text cannot be read; the server rejects settings with NaN. */
  value: number;
  onChange: (value: number) => void;
  error?: string | undefined;
  isLocked: boolean;
}

interface Format {
  parse: (text: string) => number;
  show: (value: number) => string;
  problem: string;
  leftSection?: ReactNode;
}

/** Field for a number in a notation such as 1:30:00; typed text is not reformatted. */
function TypedField(props: TypedFieldProps & { format: Format }) {
  const { label, unit, about, value, onChange, error, isLocked, format } = props;
  const [typed, setTyped] = useState({ text: format.show(value), value });
  const shown = Object.is(typed.value, value) ? typed.text : format.show(value);
  return (
    <TextInput
      label={label}
      description={about}
      inputWrapperOrder={["label", "input", "description", "error"]}
      autoComplete="off"
      maxLength={20}
      leftSection={format.leftSection}
      {...(unit && { rightSection: <span className={classes["unit"]}>{unit}</span>, rightSectionWidth: 80 })}
      value={shown}
      error={Number.isNaN(value) ? format.problem : error}
      disabled={isLocked}
      onChange={(event) => {
        const text = event.currentTarget.value;
        const next = format.parse(text);
        setTyped({ text, value: next });
        onChange(next);
      }}
    />
  );
}

const WHOLE: Format = {
  parse: parseNumber,
  show: (value) => (Number.isNaN(value) ? "" : String(value)),
  problem: "Enter a whole number",
};

/** Field for a whole number. */
export function WholeField(props: TypedFieldProps) {
  return <TypedField {...props} format={WHOLE} />;
}

const DOLLARS: Format = {
  parse: parseDollars,
  show: dollarsText,
  problem: "Enter an amount, e.g. 2.50",
  leftSection: "$",
};

/** Field for an amount in US dollars; its value is in millionths of a dollar. */
export function DollarsField(props: TypedFieldProps) {
  return <TypedField {...props} format={DOLLARS} />;
}

const DURATION: Format = { parse: parseSeconds, show: durationText, problem: "Enter a time, e.g. 5:00 or 1:30:00" };

/** Field for a duration typed as 5:00 or 1:30:00; its value is in seconds. */
export function DurationField(props: TypedFieldProps) {
  return <TypedField {...props} format={DURATION} />;
}
