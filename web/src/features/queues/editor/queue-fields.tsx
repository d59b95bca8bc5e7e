import { TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { Segments } from "../../../ui/buttons/segments";
import { LabelledSwitch } from "../../../ui/buttons/switch";
import type { EditorForm } from "../../../ui/editor/use-editor-form";
import { QuantityField } from "../../../ui/fields/quantity-field";
import {
  MAX_ANSWER_SECONDS,
  MAX_COST,
  MAX_DESCRIPTION_LENGTH,
  MAX_GROUP_SIZE,
  MAX_LABEL_LENGTH,
  MAX_NAME_LENGTH,
  MAX_PER_VIEWER,
  MAX_REJOIN_MINUTES,
  MAX_SIZE,
  MAY_NOT_MANAGE,
} from "../queue-labels";
import type { QueueDraft } from "../queue-types";
import { CallMessage } from "./call-message";
import classes from "./queue-editor.module.css";

type FormProps = { form: EditorForm<QueueDraft> };

const PICKS = [
  { value: "first", label: "First in line" },
  { value: "random", label: "Random" },
] as const;

const REJOINS = [
  { value: "at_once", label: "At once" },
  { value: "after_minutes", label: "After a while" },
  { value: "next_session", label: "Next session" },
] as const;

export function QueueFields({ channelId, form }: FormProps & { channelId: string }) {
  return (
    <>
      <Naming form={form} />
      <Section title="Joining" about="Who can join, and what they are asked for.">
        <JoinFields form={form} />
      </Section>
      <Section title="Calling" about="Whom “Next” calls, and how long they have to answer in chat.">
        <CallFields form={form} />
      </Section>
      <Section
        title="In chat"
        about="The bot names the called viewers in every chat of the channel that it can write in."
      >
        <div className="column gap-16">
          <Toggle form={form} name="announces" label="Say in chat who is called" />
          {form.draft.announces && <CallMessage channelId={channelId} form={form} />}
        </div>
      </Section>
      <Section title="Public page" about="Shows names and places to anyone with the link; no in-game names, no notes.">
        <Toggle form={form} name="is_public" label="Viewers can look up their place" />
      </Section>
    </>
  );
}

function Section({ title, about, children }: { title: string; about: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="body fw-600">{title}</h3>
      <p className="small muted mt-2 mb-12">{about}</p>
      {children}
    </section>
  );
}

function Naming({ form }: FormProps) {
  return (
    <div className="column gap-16">
      <Line form={form} name="name" label="Name" placeholder="Viewer races" maxLength={MAX_NAME_LENGTH} />
      <Line
        form={form}
        name="description"
        label="Description"
        placeholder="Races of four: three viewers and you."
        maxLength={MAX_DESCRIPTION_LENGTH}
      />
    </div>
  );
}

function JoinFields({ form }: FormProps) {
  return (
    <div className="column gap-16">
      <div className={classes["grid"]}>
        <Quantity form={form} name="max_size" label="Places (0: no limit)" unit="viewers" max={MAX_SIZE} />
        <Quantity form={form} name="max_per_viewer" label="Entries per viewer" unit="entries" max={MAX_PER_VIEWER} />
        <Quantity form={form} name="cost" label="Cost to join" unit="points" max={MAX_COST} />
        <Line form={form} name="name_label" label="Ask for" placeholder="In-game name" maxLength={MAX_LABEL_LENGTH} />
      </div>
      {form.draft.name_label.trim() !== "" && (
        <Toggle form={form} name="is_name_required" label={`${form.draft.name_label.trim()} is required`} />
      )}
      <Toggle form={form} name="subs_first" label="Subscribers wait ahead of others" />
      <Choice form={form} name="rejoin" label="Join again after a turn" options={REJOINS} />
      {form.draft.rejoin === "after_minutes" && (
        <Quantity form={form} name="rejoin_minutes" label="After" unit="minutes" max={MAX_REJOIN_MINUTES} />
      )}
    </div>
  );
}

function CallFields({ form }: FormProps) {
  return (
    <div className="column gap-16">
      <Choice form={form} name="pick" label="Pick" options={PICKS} />
      <div className={classes["grid"]}>
        <Quantity form={form} name="group_size" label="Viewers per round" unit="viewers" max={MAX_GROUP_SIZE} />
        <Quantity
          form={form}
          name="answer_seconds"
          label="Time to answer (0: none)"
          unit="seconds"
          max={MAX_ANSWER_SECONDS}
        />
      </div>
    </div>
  );
}

type NamesOf<Value> = { [Name in keyof QueueDraft]: QueueDraft[Name] extends Value ? Name : never }[keyof QueueDraft];

interface FieldProps<Name> extends FormProps {
  name: Name;
  label: string;
}

interface LineProps extends FieldProps<"name" | "description" | "name_label"> {
  placeholder: string;
  maxLength: number;
}

function Line({ form, name, ...props }: LineProps) {
  return (
    <TextInput
      {...props}
      value={form.draft[name]}
      autoComplete="off"
      disabled={form.isLocked}
      error={form.errorOf(name)}
      onChange={(event) => form.change({ [name]: event.currentTarget.value })}
    />
  );
}

function Quantity({ form, name, unit, ...props }: FieldProps<NamesOf<number>> & { unit: string; max: number }) {
  return (
    <QuantityField
      {...props}
      unit={unit === "viewers" || unit === "entries" ? "" : unit === "points" ? "pts" : unit.slice(0, 3)}
      unitName={unit}
      value={form.draft[name]}
      error={form.errorOf(name)}
      isLocked={form.isLocked}
      onChange={(value) => form.change({ [name]: value })}
    />
  );
}

function Toggle({ form, name, label }: FieldProps<NamesOf<boolean>>) {
  return (
    <LabelledSwitch
      label={label}
      checked={form.draft[name]}
      lockedBecause={form.isLocked ? MAY_NOT_MANAGE : undefined}
      onChange={(checked) => form.change({ [name]: checked })}
    />
  );
}

interface ChoiceProps<Name extends "pick" | "rejoin"> extends FieldProps<Name> {
  options: readonly { value: QueueDraft[Name]; label: string }[];
}

function Choice<Name extends "pick" | "rejoin">({ form, name, label, options }: ChoiceProps<Name>) {
  return (
    <div>
      <span className="medium fw-500 block mb-4" aria-hidden="true">
        {label}
      </span>
      <Segments<QueueDraft[Name]>
        isFull
        label={label}
        value={form.draft[name]}
        options={options}
        lockedBecause={form.isLocked ? MAY_NOT_MANAGE : undefined}
        onChange={(value) => form.change({ [name]: value })}
      />
    </div>
  );
}
