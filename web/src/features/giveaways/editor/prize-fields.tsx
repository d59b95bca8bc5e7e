import { TextInput } from "@mantine/core";
import { QuantityField } from "../../../ui/fields/quantity-field";
import { type GiveawayForm, Section } from "./section";

export function PrizeFields({ form }: { form: GiveawayForm }) {
  const { draft, change, errorOf, isFixed } = form;
  const shared = { disabled: isFixed, autoComplete: "off" } as const;
  return (
    <Section title="Prize" about="What there is to win, and for how many viewers.">
      <TextInput
        label="Title"
        className="all-columns"
        maxLength={100}
        value={draft.title}
        error={errorOf("title")}
        onChange={(event) => change({ title: event.currentTarget.value })}
        {...shared}
      />
      <TextInput
        label="Prize in chat"
        placeholder="Same as the title"
        className="all-columns"
        maxLength={200}
        value={draft.prize}
        error={errorOf("prize")}
        onChange={(event) => change({ prize: event.currentTarget.value })}
        {...shared}
      />
      <QuantityField
        label="Winners"
        unit=""
        unitName="viewers"
        max={100}
        value={draft.winners}
        error={errorOf("winners")}
        isLocked={isFixed}
        onChange={(winners) => change({ winners })}
      />
      <QuantityField
        label="Time to claim (0 = no limit)"
        max={3600}
        value={draft.claim_seconds}
        error={errorOf("claim_seconds")}
        isLocked={isFixed}
        onChange={(claim_seconds) => change({ claim_seconds })}
      />
    </Section>
  );
}
