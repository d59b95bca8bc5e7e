import { Button } from "@mantine/core";
import { GroupedField } from "../../../ui/fields/grouped-field";
import classes from "../games.module.css";

interface SolverFormProps {
  target: number;
  onTarget: (target: number) => void;
  /** Label of the button: "Set the multiplier". */
  label: string;
  onSolve: () => void;
  error?: string | undefined;
  isLocked: boolean;
}

/** Form that sets the multipliers, so that a game returns at most a target percentage. */
export function SolverForm({ target, onTarget, label, onSolve, error, isLocked }: SolverFormProps) {
  const isTarget = target >= 1 && target <= 100;
  return (
    <div className={classes["solver"]}>
      <GroupedField
        label="Target return"
        value={target}
        onChange={onTarget}
        min={1}
        max={100}
        suffix=" %"
        error={error}
        isLocked={isLocked}
      />
      <Button variant="default" disabled={isLocked || !isTarget} onClick={onSolve}>
        {label}
      </Button>
    </div>
  );
}
