import { useId } from "react";
import { Switch } from "../../../ui/buttons/switch";
import { MAY_NOT_MANAGE } from "../widget-labels";
import classes from "./fields.module.css";

interface ToggleFieldProps {
  label: string;
  about?: string | undefined;
  value: boolean;
  onChange: (value: boolean) => void;
  isLocked: boolean;
}

export function ToggleField({ label, about, value, onChange, isLocked }: ToggleFieldProps) {
  const id = useId();
  return (
    <div className={classes["toggle"]}>
      <span id={id}>
        {label}
        {about && <span className="small muted block">{about}</span>}
      </span>
      <Switch label={label} checked={value} lockedBecause={isLocked ? MAY_NOT_MANAGE : undefined} onChange={onChange} />
    </div>
  );
}
