import { Tooltip } from "@mantine/core";
import classes from "./switch.module.css";

interface SwitchProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** Why it cannot be changed; the switch stays reachable, so that the reason can be read. */
  lockedBecause?: string | undefined;
}

/** A switch without words beside it: a row that already has a name. */
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

/** A switch whose words can be pressed as well. */
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
