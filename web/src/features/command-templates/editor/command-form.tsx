import { TextInput } from "@mantine/core";
import { useRef, useState } from "react";
import { useMyChannel } from "../../../api/my-channel";
import { useVariables } from "../../../api/variables";
import { LabelledSwitch } from "../../../ui/buttons/switch";
import { ANSWER_LIMIT } from "../../../ui/command/command-options";
import { asNames } from "../../../ui/command/new-command";
import { UseFields } from "../../../ui/command/usage-fields";
import { TagField } from "../../../ui/fields/tag-field";
import { type Asker, KESTREL } from "../../../ui/preview/caller";
import { AskerPopover } from "../../../ui/preview/caller-popover";
import { Preview } from "../../../ui/preview/preview";
import { PreviewLines } from "../../../ui/preview/preview-lines";
import { useTrial } from "../../../ui/preview/use-debounced-preview";
import { TemplateBox } from "../../../ui/template/template-box";
import type { TemplateFieldHandle } from "../../../ui/template/template-field";
import { VariablePicker } from "../../../ui/template/variable-picker";
import { trialOf, withAnswer } from "../template-draft";
import type { TemplateCommand } from "../template-types";
import classes from "../templates.module.css";

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
      <Answers command={command} errorOf={errorOf} onChange={onChange} />
      <UseFields draft={command} change={change} errorOf={errorOf} />
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

/** What is answered, and how it would look in a channel of whoever writes it. */
function Answers({ command, errorOf, onChange }: CommandFormProps) {
  const channelId = useMyChannel();
  const [asker, setAsker] = useState(KESTREL);
  const [touched, setTouched] = useState(0);
  const active = Math.min(touched, command.responses.length - 1);
  return (
    <>
      {command.responses.map((answer, place) => (
        <Answer
          // biome-ignore lint/suspicious/noArrayIndexKey: answers have no names; all of them follow what is typed.
          key={place}
          channelId={channelId}
          label={command.responses.length === 1 ? "Answer" : `Answer ${place + 1}`}
          body={trialOf(command, place, asker)}
          refusal={errorOf(`responses.${place}.text`)}
          onFocus={() => setTouched(place)}
          onChange={(text) => onChange(withAnswer(command, place, text))}
          value={answer.text}
        />
      ))}
      {channelId !== null && (
        <Shown channelId={channelId} command={command} active={active} asker={asker} onAsker={setAsker} />
      )}
    </>
  );
}

interface AnswerProps {
  channelId: string | null;
  label: string;
  value: string;
  body: ReturnType<typeof trialOf>;
  refusal: string | undefined;
  onFocus: () => void;
  onChange: (text: string) => void;
}

function Answer({ channelId, label, body, ...field }: AnswerProps) {
  const box = useRef<TemplateFieldHandle>(null);
  const variables = useVariables(channelId).data ?? [];
  const { problems, isStale } = useTrial(channelId, body);
  return (
    <div>
      <div className={classes["bar"]}>
        <h4 className={classes["label"]}>{label}</h4>
        {channelId !== null && (
          <VariablePicker variables={variables} onPick={(variable) => box.current?.insert(variable)} />
        )}
      </div>
      <TemplateBox
        ref={box}
        label={label}
        {...field}
        variables={variables}
        problems={problems}
        isStale={isStale}
        placeholder="What the bot says. Type $( for variables."
        limit={ANSWER_LIMIT}
      />
    </div>
  );
}

interface ShownProps {
  channelId: string;
  command: TemplateCommand;
  active: number;
  asker: Asker;
  onAsker: (asker: Asker) => void;
}

function Shown({ channelId, command, active, asker, onAsker }: ShownProps) {
  const trial = useTrial(channelId, trialOf(command, active, asker));
  return (
    <Preview
      title={command.responses.length === 1 ? "Preview" : `Preview of answer ${active + 1}`}
      tools={<AskerPopover asker={asker} onChange={onAsker} />}
    >
      <PreviewLines
        channelId={channelId}
        trial={trial}
        about="Write an answer to see it here, as a channel of yours would show it."
        viewer={asker.name}
        asked={[command.cmds[0] ?? "", asker.words].join(" ").trim()}
      />
    </Preview>
  );
}
