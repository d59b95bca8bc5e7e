import { TextInput } from "@mantine/core";
import { Segments } from "../../../ui/buttons/segments";
import { QuantityField } from "../../../ui/fields/quantity-field";
import type { GiveawayDraft } from "../giveaway-types";
import { type GiveawayForm, Labelled, Section } from "./section";

const MODES: readonly { value: GiveawayDraft["entry"]; label: string }[] = [
  { value: "keyword", label: "Keyword" },
  { value: "command", label: "Command" },
  { value: "chatters", label: "Active chatters" },
];

const ABOUT: Record<GiveawayDraft["entry"], string> = {
  keyword: "Viewers write a word. It counts on its own, never inside another word.",
  command: "Viewers use a command whose response has $(giveaway.enter).",
  chatters: "Everyone who writes in chat takes part, with one free ticket.",
};

export function EntryFields({ form }: { form: GiveawayForm }) {
  const { draft, change, errorOf, isFixed, lockedBecause } = form;
  const chooseMode = (entry: GiveawayDraft["entry"]) =>
    change(entry === "chatters" ? { entry, ticket_cost: 0, max_tickets: 1 } : { entry });
  return (
    <Section title="Entry" about={ABOUT[draft.entry]}>
      <Labelled label="Enter by">
        <Segments
          isFull
          label="Enter by"
          value={draft.entry}
          options={MODES}
          lockedBecause={isFixed ? lockedBecause : undefined}
          onChange={chooseMode}
        />
      </Labelled>
      {draft.entry === "keyword" && (
        <TextInput
          label="Keyword"
          className="all-columns"
          maxLength={50}
          autoComplete="off"
          value={draft.keyword}
          error={errorOf("keyword")}
          disabled={isFixed}
          onChange={(event) => change({ keyword: event.currentTarget.value })}
        />
      )}
      {draft.entry !== "chatters" && <TicketFields form={form} />}
      <WeightFields form={form} />
    </Section>
  );
}

function TicketFields({ form: { draft, change, errorOf, isFixed } }: { form: GiveawayForm }) {
  return (
    <>
      <QuantityField
        label="Ticket cost"
        unit="points"
        unitName="points"
        max={999_999}
        value={draft.ticket_cost}
        error={errorOf("ticket_cost")}
        isLocked={isFixed}
        onChange={(ticket_cost) => change({ ticket_cost })}
      />
      <QuantityField
        label="Max tickets per viewer"
        unit=""
        unitName="tickets"
        max={100}
        value={draft.max_tickets}
        error={errorOf("max_tickets")}
        isLocked={isFixed}
        onChange={(max_tickets) => change({ max_tickets })}
      />
    </>
  );
}

const WEIGHTS = { sub: "Sub weight", vip: "VIP weight", mod: "Mod weight" } as const;

function WeightFields({ form: { draft, change, errorOf, isFixed } }: { form: GiveawayForm }) {
  return (["sub", "vip", "mod"] as const).map((role) => (
    <QuantityField
      key={role}
      label={WEIGHTS[role]}
      unit="×"
      unitName="times"
      max={10}
      value={draft.weights[role]}
      error={errorOf(`weights.${role}`)}
      isLocked={isFixed}
      onChange={(weight) => change({ weights: { ...draft.weights, [role]: weight } })}
    />
  ));
}
