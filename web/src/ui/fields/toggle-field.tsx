import { useId } from "react";
import { Switch } from "../buttons/switch";
import classes from "./fields.module.css";

interface ToggleFieldProps {
  label: string;
  about?: string | undefined;
  value: boolean;
  onChange: (value: boolean) => void;
  lockedBecause: string | undefined;
}

export function ToggleField({ label, about, value, onChange, lockedBecause }: ToggleFieldProps) {
  const id = useId();
  return (
    <div className={classes["toggle"]}>
      <span id={id}>
        {label}
        {about && <span className="small muted block">{about}</span>}
      </span>
      <Switch label={label} checked={value} lockedBecause={lockedBecause} onChange={onChange} />
    </div>
  );
}
