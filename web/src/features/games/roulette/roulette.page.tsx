import { useState } from "react";
import { useParams } from "react-router";
import { GameScreen } from "../editor/game-screen";
import type { RouletteSettings } from "../game-types";
import { roulettePrizes } from "../odds/odds";
import { highestChance, solveRoulette } from "../odds/solver";
import { SolverForm } from "../odds/solver-form";
import { ChanceSection } from "./chance-section";

const DEFAULT_TARGET = 95;

export function RoulettePage() {
  const { channelId = "" } = useParams();
  const [target, setTarget] = useState(DEFAULT_TARGET);
  return (
    <GameScreen
      key={channelId}
      channelId={channelId}
      game="roulette"
      title="Roulette"
      about={(points) => `Viewers bet their ${points} on one spin.`}
      prizesOf={roulettePrizes}
      odds={{ chance: (form, section) => <ChanceSection form={form} section={section} /> }}
      solver={({ draft, change, isLocked }) => (
        <SolverForm
          target={target}
          onTarget={setTarget}
          label="Set the multiplier"
          isLocked={isLocked}
          onSolve={() => change({ multiplier: solveRoulette(chanceOf(draft), target) })}
        />
      )}
      fix={({ draft, change }) => {
        const win_chance = highestChance(draft.multiplier);
        return win_chance === null ? null : { label: `Use ${win_chance} %`, apply: () => change({ win_chance }) };
      }}
    />
  );
}

/** The win chance in percent; 1 while the field is empty. */
function chanceOf({ win_chance }: RouletteSettings): number {
  return win_chance >= 1 ? win_chance : 1;
}
