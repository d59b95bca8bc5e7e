import { LabelledSwitch } from "../../../ui/buttons/switch";
import type { CommonSettings } from "../game-types";
import classes from "../games.module.css";
import { type FormProps, MAY_NOT_MANAGE } from "./form-props";
import { NumberField } from "./number-field";
import { Section } from "./section";

const MAX_BET = 1_000_000_000_000_000;
const MAX_SECONDS = 86_400;

type NumberSetting = "min_bet" | "max_bet" | "global_cooldown" | "user_cooldown";

export function LimitsSection({ draft, change, errorOf, isLocked }: FormProps<CommonSettings>) {
  const lockedBecause = isLocked ? MAY_NOT_MANAGE : undefined;
  const field = (name: NumberSetting, label: string, max: number, suffix = "") => (
    <NumberField
      label={label}
      value={draft[name]}
      onChange={(value) => change({ [name]: value })}
      min={0}
      max={max}
      suffix={suffix}
      error={errorOf(name)}
      isLocked={isLocked}
    />
  );
  return (
    <Section title="Limits" about="Bets outside these limits get a short answer and cost nothing.">
      <div className={classes["four"]}>
        {field("min_bet", "Min bet", MAX_BET)}
        {field("max_bet", "Max bet", MAX_BET)}
        {field("global_cooldown", "Global cooldown", MAX_SECONDS, " s")}
        {field("user_cooldown", "User cooldown", MAX_SECONDS, " s")}
      </div>
      <p className="small muted mt-6">
        Viewers may type a number, <code>all</code>, <code>half</code>, <code>25%</code> or <code>5k</code>. A max bet
        of 0 means no limit.
      </p>
      <div className={classes["switches"]}>
        <LabelledSwitch
          label="Only while live"
          checked={draft.live_only}
          onChange={(live_only) => change({ live_only })}
          lockedBecause={lockedBecause}
        />
        <LabelledSwitch
          label="Moderators skip cooldowns"
          checked={draft.mods_skip_cooldowns}
          onChange={(mods_skip_cooldowns) => change({ mods_skip_cooldowns })}
          lockedBecause={lockedBecause}
        />
      </div>
    </Section>
  );
}
