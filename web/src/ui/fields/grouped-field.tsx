import { NumberInput } from "@mantine/core";

interface GroupedFieldProps {
  label: string;
  /** Hides the label where a column or row heading names the field. */
  isLabelHidden?: boolean;
  /** NaN while the field is empty; the server rejects it. */
  value: number;
  onChange: (value: number) => void;
  min: number;
  max: number;
  suffix?: string;
  decimals?: number;
  error?: string | undefined;
  isLocked: boolean;
}

/** Number with separators of thousands; a number outside `min` and `max` is not corrected, but rejected by the server. */
export function GroupedField(props: GroupedFieldProps) {
  const { label, isLabelHidden = false, value, onChange, min, max, suffix = "", decimals = 0, error, isLocked } = props;
  return (
    <NumberInput
      {...(isLabelHidden ? { "aria-label": label } : { label })}
      value={Number.isNaN(value) ? "" : value}
      onChange={(next) => onChange(typeof next === "number" ? next : Number.NaN)}
      min={min}
      max={max}
      clampBehavior="none"
      allowNegative={false}
      allowDecimal={decimals > 0}
      decimalScale={decimals}
      thousandSeparator=","
      suffix={suffix}
      error={error}
      disabled={isLocked}
    />
  );
}
