import { IconPlayerPlay } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useMemo, useState } from "react";
import { BusyButton } from "../../../ui/buttons/busy-button";
import { Segments } from "../../../ui/buttons/segments";
import classes from "../games.module.css";
import { formatCount, oneIn } from "../numbers";
import { oddsOf, type Prizes } from "../odds/odds";
import { type Expectation, expectation, ROUNDS, type Run, simulate } from "./simulation";

const BETS = ["10", "100", "1000"] as const;
const MAX_SEED = 1_000_000;
type Bet = (typeof BETS)[number];
const OPTIONS = BETS.map((value) => ({ value, label: formatCount(Number(value)) }));
const RunChart = lazy(async () => ({ default: (await import("./run-chart")).RunChart }));

/** Simulates 10,000 rounds with the odds in the form; the same seed gives the same run. */
export function Simulator({ prizes }: { prizes: Prizes }) {
  const [bet, setBet] = useState<Bet>("100");
  const [seed, setSeed] = useState(newSeed);
  const odds = useMemo(() => oddsOf(prizes), [prizes]);
  const expected = useMemo(() => expectation(odds, Number(bet)), [odds, bet]);
  const { data: run, isPending, mutate } = useMutation({ mutationFn: () => simulate(prizes, Number(bet), seed) });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed prize, bet or seed starts a new run
  useEffect(() => mutate(), [mutate, prizes, bet, seed]);
  return (
    <section className={classes["simulator"]} aria-labelledby="simulator">
      <div className="row gap-8 wrap">
        <h2 id="simulator">Simulator</h2>
        <span className="small muted">
          {formatCount(ROUNDS)} rounds, seed {seed}
        </span>
        <span className="row gap-8 ml-auto">
          <Segments label="Bet of each round" value={bet} options={OPTIONS} onChange={setBet} />
          <BusyButton
            size="xs"
            variant="default"
            isBusy={isPending}
            leftSection={<IconPlayerPlay size={14} />}
            onClick={() => setSeed(newSeed())}
          >
            Run
          </BusyButton>
        </span>
      </div>
      <p className={classes["keys"]}>
        <span>House balance</span>
        <span data-key="run">This run</span>
        <span data-key="expected">Expected</span>
        <span data-key="band">95 of 100 runs</span>
      </p>
      <div className={classes["chart"]}>
        {run && (
          <Suspense>
            <RunChart run={run} expected={expected} />
          </Suspense>
        )}
      </div>
      {run && <Facts run={run} expected={expected} />}
    </section>
  );
}

function Facts({ run, expected }: { run: Run; expected: Expectation }) {
  const end = run.house.at(-1) ?? 0;
  const rounded = (value: number | undefined) => formatCount(Math.round(value ?? 0));
  return (
    <dl className={classes["facts"]}>
      <div>
        <dt>This run ends at</dt>
        <dd data-attention={end < 0 || undefined}>{formatCount(end)}</dd>
      </div>
      <div>
        <dt>95 of 100 runs end between</dt>
        <dd>
          {rounded(expected.low.at(-1))} and {rounded(expected.high.at(-1))}
        </dd>
      </div>
      <div>
        <dt>House ahead at the end</dt>
        <dd>{oneIn(expected.houseAhead)}</dd>
      </div>
    </dl>
  );
}

/** A random seed of at most six digits: short enough to be read out. */
function newSeed(): number {
  return (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % MAX_SEED;
}
