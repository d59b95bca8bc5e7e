import { Tooltip } from "@mantine/core";
import classes from "./switch.module.css";

interface SwitchProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** Reason why the switch is locked; it stays focusable, so that the tooltip can be read. */
  lockedBecause?: string | undefined;
}

/** Switch without a visible label, for a row that has a name. */
export function Switch({ label, checked, onChange, lockedBecause }: SwitchProps) {
  return (
    <Tooltip label={lockedBecause} disabled={!lockedBecause}>
      <input
        type="checkbox"
        role="switch"
        className={classes["switch"]}
        aria-label={label}
        aria-disabled={lockedBecause !== undefined}
        aria-checked={checked}
        checked={checked}
        onChange={(event) => lockedBecause === undefined && onChange(event.currentTarget.checked)}
      />
    </Tooltip>
  );
}

export function LabelledSwitch({ label, checked, onChange, lockedBecause }: SwitchProps) {
  return (
    <label className={classes["labelled"]}>
      <input
        type="checkbox"
        role="switch"
        className={classes["switch"]}
        aria-disabled={lockedBecause !== undefined}
        title={lockedBecause}
        aria-checked={checked}
        checked={checked}
        onChange={(event) => lockedBecause === undefined && onChange(event.currentTarget.checked)}
      />
      {label}
    </label>
  );
}
