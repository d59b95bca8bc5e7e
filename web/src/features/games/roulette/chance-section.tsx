import { IconAlertTriangle } from "@tabler/icons-react";
import { formatNumber } from "../../../lib/locale";
import { GroupedField } from "../../../ui/fields/grouped-field";
import type { SettingsSection } from "../../../ui/fields/setting-field";
import type { FormProps } from "../editor/form-props";
import { Section } from "../editor/section";
import type { RouletteSettings } from "../game-types";
import classes from "../games.module.css";
import { hundredths } from "../odds/odds";

const MAX_MULTIPLIER = 10_000;

export function ChanceSection({ form, section }: { form: FormProps<RouletteSettings>; section: SettingsSection }) {
  const { draft, change, errorOf, isLocked } = form;
  const { win_chance, multiplier } = draft;
  return (
    <Section title={section.title} about={section.about}>
      <div className={classes["odds"]}>
        <input
          type="range"
          className={classes["slider"]}
          aria-label="Win chance in percent"
          value={Number.isNaN(win_chance) ? 1 : win_chance}
          onChange={(event) => change({ win_chance: Number(event.currentTarget.value) })}
          min={1}
          max={99}
          disabled={isLocked}
        />
        <GroupedField
          label="Win chance"
          value={win_chance}
          onChange={(value) => change({ win_chance: value })}
          min={1}
          max={99}
          suffix=" %"
          error={errorOf("win_chance")}
          isLocked={isLocked}
        />
        <GroupedField
          label="Pays"
          value={multiplier}
          onChange={(value) => change({ multiplier: value })}
          min={1.01}
          max={MAX_MULTIPLIER}
          decimals={2}
          suffix=" × the bet"
          error={errorOf("multiplier")}
          isLocked={isLocked}
        />
      </div>
      {isLoss(draft) && (
        <p className="inline-row small gap-6 amber mt-8">
          <IconAlertTriangle size={14} aria-hidden="true" />
          Above {fairChance(multiplier)} % with {multiplier} × the house loses over time
        </p>
      )}
    </Section>
  );
}

function isLoss({ win_chance, multiplier }: RouletteSettings): boolean {
  return win_chance * multiplier > 100;
}

/** The chance in percent at which neither the house nor the viewers win in the long run. */
function fairChance(multiplier: number): string {
  return formatNumber(10_000 / Number(hundredths(multiplier)), { maximumFractionDigits: 2 });
}
