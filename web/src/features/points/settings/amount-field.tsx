import { NumberInput } from "@mantine/core";
import { useState } from "react";

interface AmountFieldProps {
  label: string;
  saved: number;
  min?: number;
  max: number;
  prefix?: string;
  isLocked: boolean;
  onSave: (amount: number) => void;
}

/** Field for a whole number from `min` to `max`; Enter or losing the focus saves it. */
export function AmountField({ label, saved, min = 0, max, prefix = "", isLocked, onSave }: AmountFieldProps) {
  const [typed, setTyped] = useState<number | string | null>(null);
  const commit = () => {
    // An empty field shows the saved number again.
    const amount = typeof typed === "number" ? Math.min(Math.max(typed, min), max) : saved;
    setTyped(null);
    if (amount !== saved) onSave(amount);
  };
  return (
    <NumberInput
      aria-label={label}
      size="xs"
      value={typed ?? saved}
      min={min}
      max={max}
      prefix={prefix}
      disabled={isLocked}
      allowDecimal={false}
      allowNegative={false}
      clampBehavior="none"
      thousandSeparator=","
      onChange={setTyped}
      onBlur={commit}
      onKeyDown={(event) => event.key === "Enter" && commit()}
    />
  );
}
