import classes from "../games.module.css";
import { fixedDigits, percent } from "../numbers";
import { type Fraction, toNumber } from "./fraction";
import type { Odds } from "./odds";

interface FiguresProps {
  /** Null while a field is empty or invalid. */
  odds: Odds | null;
  /** Odds of the saved settings; null if they equal `odds`. */
  saved: Odds | null;
}

/** Chance to win, return to player, house edge and variance of the odds in the form. */
export function Figures({ odds, saved }: FiguresProps) {
  const isLoss = odds !== null && houseLoses(odds);
  const edge = ({ returnToPlayer: { top, bottom } }: Odds): Fraction => ({ top: bottom - top, bottom });
  return (
    <dl className={classes["figures"]}>
      <Figure label="Chance to win" show={({ chance }) => percent(chance)} {...{ odds, saved }} />
      <Figure label="Return to player" show={(each) => percent(each.returnToPlayer)} {...{ odds, saved, isLoss }} />
      <Figure label="House edge" show={(each) => percent(edge(each))} {...{ odds, saved, isLoss }} />
      <Figure label="Variance" show={({ variance }) => fixedDigits(toNumber(variance), 3)} {...{ odds, saved }} />
    </dl>
  );
}

export function houseLoses({ returnToPlayer: { top, bottom } }: Odds): boolean {
  return top > bottom;
}

interface FigureProps extends FiguresProps {
  label: string;
  show: (odds: Odds) => string;
  isLoss?: boolean;
}

function Figure({ label, show, odds, saved, isLoss = false }: FigureProps) {
  return (
    <div className={classes["figure"]}>
      <dt>{label}</dt>
      <dd data-attention={isLoss || undefined}>{odds ? show(odds) : "–"}</dd>
      {saved && <dd className={classes["was"]}>was {show(saved)}</dd>}
    </div>
  );
}
