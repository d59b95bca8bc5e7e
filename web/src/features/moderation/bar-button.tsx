import { Tooltip } from "@mantine/core";
import type { TablerIcon } from "@tabler/icons-react";
import classes from "./hover-bar.module.css";

interface BarButtonProps {
  label: string;
  icon: TablerIcon;
  /** Why the action is unavailable; null if it is available. */
  problem?: string | null;
  isBusy?: boolean;
  onPress: () => void;
}

/** Icon button of a toolbar; stays focusable when disabled, so that its tooltip shows the reason. */
export function BarButton({ label, icon: Icon, problem = null, isBusy = false, onPress }: BarButtonProps) {
  const name = problem === null ? label : `${label}: ${problem}`;
  return (
    <Tooltip label={name} events={{ hover: true, focus: true, touch: false }}>
      <button
        type="button"
        className={classes["button"]}
        aria-label={name}
        aria-disabled={problem !== null || isBusy || undefined}
        aria-busy={isBusy || undefined}
        onClick={() => {
          if (problem === null && !isBusy) onPress();
        }}
      >
        <Icon size={16} stroke={1.6} aria-hidden="true" />
      </button>
    </Tooltip>
  );
}
