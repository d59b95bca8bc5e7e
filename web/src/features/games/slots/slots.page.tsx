import { useParams } from "react-router";
import type { EditorForm } from "../../../ui/editor/use-editor-form";
import { GameScreen } from "../editor/game-screen";
import type { SlotsSettings } from "../game-types";
import { slotsPrizes } from "../odds/odds";
import { solveSlots } from "../odds/solver";
import { SolverForm } from "../odds/solver-form";
import { PaytableSection } from "./paytable-section";
import { SymbolsSection } from "./symbols-section";

export function SlotsPage() {
  const { channelId = "" } = useParams();
  return (
    <GameScreen
      key={channelId}
      channelId={channelId}
      game="slots"
      title="Slots"
      about={(points) => `Viewers bet their ${points} on three reels.`}
      prizesOf={slotsPrizes}
      odds={{
        symbols: (form, section) => <SymbolsSection form={form} section={section} />,
        paytable: (form, section) => <PaytableSection form={form} section={section} />,
      }}
      solver={(form) => (
        <SolverForm
          target={form.draft.target_return}
          onTarget={(target_return) => form.change({ target_return })}
          label="Set the multipliers"
          error={form.errorOf("target_return")}
          isLocked={form.isLocked}
          onSolve={() => solve(form)}
        />
      )}
      fix={(form) => ({ label: `Aim at ${form.draft.target_return} %`, apply: () => solve(form) })}
    />
  );
}

function solve({ draft, change }: EditorForm<SlotsSettings>): void {
  const paytable = solveSlots(draft, draft.target_return);
  if (paytable) change({ paytable });
}
