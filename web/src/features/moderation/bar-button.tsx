import { Tooltip } from "@mantine/core";
import type { TablerIcon } from "@tabler/icons-react";
import classes from "./hover-bar.module.css";

interface BarButtonProps {
  label: string;
  icon: TablerIcon;
  /** Why the action is not available. */
  why?: string | null;
  isBusy?: boolean;
  onPress: () => void;
}

/** Stays focusable when disabled, so that the reason can be read. */
export function BarButton({ label, icon: Icon, why = null, isBusy = false, onPress }: BarButtonProps) {
  return (
    <Tooltip label={why === null ? label : `${label}: ${why}`} events={{ hover: true, focus: true, touch: false }}>
      <button
        type="button"
        className={classes["button"]}
        aria-label={why === null ? label : `${label}: ${why}`}
        aria-disabled={why !== null || isBusy || undefined}
        aria-busy={isBusy || undefined}
        onClick={() => {
          if (why === null && !isBusy) onPress();
        }}
      >
        <Icon size={16} stroke={1.6} aria-hidden="true" />
      </button>
    </Tooltip>
  );
}
