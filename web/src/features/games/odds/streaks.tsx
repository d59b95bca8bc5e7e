import classes from "../games.module.css";
import { oneIn } from "../numbers";
import { toNumber } from "./fraction";
import type { Odds } from "./odds";

/** How likely it is that one viewer wins or loses several bets in a row. */
export function Streaks({ odds }: { odds: Odds }) {
  const chance = toNumber(odds.chance);
  return (
    <section className={classes["streaks"]} aria-labelledby="streaks">
      <h2 id="streaks">What viewers will notice</h2>
      <dl>
        <Streak label="Loses 5 bets in a row" chance={(1 - chance) ** 5} />
        <Streak label="Wins 5 bets in a row" chance={chance ** 5} />
        <Streak label="Goes all in three times and wins each" chance={chance ** 3} />
      </dl>
    </section>
  );
}

function Streak({ label, chance }: { label: string; chance: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{oneIn(chance)}</dd>
    </div>
  );
}
