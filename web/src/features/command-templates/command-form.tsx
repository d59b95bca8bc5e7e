import { NativeSelect, TextInput } from "@mantine/core";
import { useId } from "react";
import { SecondsField } from "../../ui/seconds-field";
import { Segments } from "../../ui/segments";
import { LabelledSwitch } from "../../ui/switch";
import { TagField } from "../../ui/tag-field";
import { TemplateField } from "../../ui/template/template-field";
import { ANSWER_LIMIT, asNames, LONGEST_COOLDOWN, withAnswer } from "./template-draft";
import type { TemplateCommand } from "./template-types";
import { ACTIVE_MODES, levelChoices, levelOf, RESPONSE_TYPES } from "./template-words";
import classes from "./templates.module.css";
import { useRoles } from "./templates.queries";

interface CommandFormProps {
  command: TemplateCommand;
  errorOf: (field: string) => string | undefined;
  onChange: (command: TemplateCommand) => void;
}

/** One command of a template: what is asked, what is answered, to whom and how often. */
export function CommandForm({ command, errorOf, onChange }: CommandFormProps) {
  const change = (part: Partial<TemplateCommand>) => onChange({ ...command, ...part });
  const names = command.cmds.flatMap((_, place) => {
    const words = errorOf(`cmds.${place}`);
    return words === undefined ? [] : [[place, words] as const];
  });
  return (
    <div className={classes["form"]}>
      <TagField
        label="Command"
        placeholder={command.cmds.length === 0 ? "!command" : "Add another word"}
        values={command.cmds}
        onChange={(values) => change({ cmds: asNames(values) })}
        error={errorOf("cmds")}
        problems={Object.fromEntries(names)}
        isProminent
      />
      {command.responses.map((answer, place) => (
        <Answer
          // biome-ignore lint/suspicious/noArrayIndexKey: answers have no names; all of them follow what is typed.
          key={place}
          label={command.responses.length === 1 ? "Answer" : `Answer ${place + 1}`}
          text={answer.text}
          error={errorOf(`responses.${place}.text`)}
          onChange={(text) => onChange(withAnswer(command, place, text))}
        />
      ))}
      <UseFields command={command} errorOf={errorOf} onChange={onChange} />
      <TextInput
        label="Group"
        placeholder="Info"
        maxLength={50}
        value={command.group}
        error={errorOf("group")}
        onChange={(event) => change({ group: event.currentTarget.value })}
      />
      <LabelledSwitch
        label="On the public page of commands"
        checked={command.public}
        onChange={(value) => change({ public: value })}
      />
    </div>
  );
}

/** Who is answered, how often, how, and when. */
function UseFields({ command, errorOf, onChange }: CommandFormProps) {
  const roles = useRoles().data ?? [];
  const change = (part: Partial<TemplateCommand>) => onChange({ ...command, ...part });
  return (
    <>
      <div className={classes["three"]}>
        <NativeSelect
          label="Who can use it"
          data={levelChoices(roles)}
          value={String(command.access_level)}
          error={errorOf("access_level")}
          onChange={(event) => change({ access_level: levelOf(Number(event.currentTarget.value)) })}
        />
        <SecondsField
          label="Cooldown for all"
          value={command.global_cooldown}
          most={LONGEST_COOLDOWN}
          error={errorOf("global_cooldown")}
          onChange={(seconds) => change({ global_cooldown: seconds })}
        />
        <SecondsField
          label="Cooldown per viewer"
          value={command.chatter_cooldown}
          most={LONGEST_COOLDOWN}
          error={errorOf("chatter_cooldown")}
          onChange={(seconds) => change({ chatter_cooldown: seconds })}
        />
      </div>
      <div className={classes["two"]}>
        <div>
          <h4 className={classes["label"]}>Answer as</h4>
          <Segments
            label="Answer as"
            isFull
            value={command.response_type}
            options={RESPONSE_TYPES}
            onChange={(value) => change({ response_type: value })}
          />
        </div>
        <div>
          <h4 className={classes["label"]}>Works</h4>
          <Segments
            label="Works"
            isFull
            value={command.active_mode}
            options={ACTIVE_MODES}
            onChange={(value) => change({ active_mode: value })}
          />
        </div>
      </div>
    </>
  );
}

interface AnswerProps {
  label: string;
  text: string;
  error: string | undefined;
  onChange: (text: string) => void;
}

const NO_VARIABLES: readonly never[] = [];

/** Variables are coloured; what a channel offers to complete them is not known here. */
function Answer({ label, text, error, onChange }: AnswerProps) {
  const id = useId();
  return (
    <div>
      <h4 className={classes["label"]}>{label}</h4>
      <div className={classes["area"]} data-invalid={error !== undefined || undefined}>
        <TemplateField
          label={label}
          value={text}
          onChange={onChange}
          variables={NO_VARIABLES}
          describedBy={id}
          isInvalid={error !== undefined}
          placeholder="What the bot says, with variables like $(user)"
          limit={ANSWER_LIMIT}
        />
      </div>
      <p id={id} className={classes["problem"]} role={error === undefined ? undefined : "alert"}>
        {error}
      </p>
    </div>
  );
}
