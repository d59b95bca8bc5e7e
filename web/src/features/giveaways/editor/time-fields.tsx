import { TextInput } from "@mantine/core";
import { LabelledSwitch } from "../../../ui/buttons/switch";
import { QuantityField } from "../../../ui/fields/quantity-field";
import { type GiveawayForm, Section } from "./section";

export function TimeFields({ form }: { form: GiveawayForm }) {
  const { draft, change, errorOf, isFixed, isLocked, lockedBecause } = form;
  return (
    <Section title="Times and chat" about="Without times you open and close it yourself.">
      <TextInput
        label="Opens"
        type="datetime-local"
        value={draft.opens_at}
        error={errorOf("opens_at")}
        disabled={isFixed}
        onChange={(event) => change({ opens_at: event.currentTarget.value })}
      />
      <TextInput
        label="Closes"
        type="datetime-local"
        value={draft.closes_at}
        error={errorOf("closes_at")}
        disabled={isLocked}
        onChange={(event) => change({ closes_at: event.currentTarget.value })}
      />
      <QuantityField
        label="Reminder every, 0 for none"
        unit="min"
        unitName="minutes"
        max={120}
        value={draft.reminder_minutes}
        error={errorOf("reminder_minutes")}
        isLocked={isLocked}
        onChange={(reminder_minutes) => change({ reminder_minutes })}
      />
      <div className="all-columns">
        <LabelledSwitch
          label="Post in chat"
          checked={draft.announces}
          lockedBecause={isLocked ? lockedBecause : undefined}
          onChange={(announces) => change({ announces })}
        />
      </div>
    </Section>
  );
}
