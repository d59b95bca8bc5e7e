import { NativeSelect } from "@mantine/core";
import { LabelledSwitch } from "../../../ui/buttons/switch";
import { QuantityField } from "../../../ui/fields/quantity-field";
import type { GiveawayDraft } from "../giveaway-types";
import { type GiveawayForm, Section } from "./section";

const LEVELS: readonly { value: GiveawayDraft["min_level"]; label: string }[] = [
  { value: 0, label: "Everyone" },
  { value: 1, label: "Sub" },
  { value: 2, label: "VIP" },
  { value: 7, label: "Mod" },
];

const NUMBERS = [
  { field: "min_messages", label: "Messages written", unit: "", unitName: "messages", max: 999_999 },
  { field: "watch_minutes", label: "Time watched", unit: "min", unitName: "minutes", max: 999_999 },
  { field: "follow_days", label: "Follows for", unit: "days", unitName: "days", max: 3650 },
  { field: "account_days", label: "Account is older than", unit: "days", unitName: "days", max: 3650 },
  { field: "past_winner_days", label: "No win within", unit: "days", unitName: "days", max: 3650 },
] as const;

export function EligibilityFields({ form }: { form: GiveawayForm }) {
  const { draft, change, errorOf, isFixed, lockedBecause } = form;
  return (
    <Section
      title="Who can enter"
      about="0 means no condition. How long a viewer follows and how old the account is, is checked when they are drawn."
    >
      <NativeSelect
        label="Lowest role"
        data={LEVELS.map(({ value, label }) => ({ value: String(value), label }))}
        value={String(draft.min_level)}
        error={errorOf("min_level")}
        disabled={isFixed}
        onChange={({ currentTarget: { value } }) =>
          change({ min_level: LEVELS.find((level) => String(level.value) === value)?.value ?? 0 })
        }
      />
      {NUMBERS.map(({ field, ...shown }) => (
        <QuantityField
          key={field}
          {...shown}
          value={draft[field]}
          error={errorOf(field)}
          isLocked={isFixed}
          onChange={(value) => change({ [field]: value })}
        />
      ))}
      <div className="all-columns">
        <LabelledSwitch
          label="Staff can't enter"
          checked={draft.excludes_staff}
          lockedBecause={isFixed ? lockedBecause : undefined}
          onChange={(excludes_staff) => change({ excludes_staff })}
        />
      </div>
    </Section>
  );
}
