import { Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { formatNumber } from "../../../lib/locale";
import classes from "../games.module.css";
import { houseLoses } from "./figures";
import { toNumber } from "./fraction";
import type { Odds } from "./odds";

interface LossWarningProps {
  odds: Odds;
  pointsName: string;
  /** The suggested change; null if there is none or the form is locked. */
  fix: { label: string; apply: () => void } | null;
}

/** Warning if viewers get back more than they bet on average. */
export function LossWarning({ odds, pointsName, fix }: LossWarningProps) {
  if (!houseLoses(odds)) return null;
  const loss = (toNumber(odds.returnToPlayer) - 1) * 100;
  const lost = formatNumber(loss, { maximumFractionDigits: 2 });
  return (
    <div className={classes["warning"]} role="alert">
      <IconAlertTriangle size={17} aria-hidden="true" />
      <div>
        <p>
          The house loses {lost} {pointsName} on every 100 bet
        </p>
        <p className="small muted">Viewers gain {pointsName} from nothing as long as they play.</p>
      </div>
      {fix && (
        <Button size="xs" variant="filled" color="amber" onClick={fix.apply}>
          {fix.label}
        </Button>
      )}
    </div>
  );
}
