import { TextInput } from "@mantine/core";
import { useRef, useState } from "react";
import { useMyChannel } from "../../../api/my-channel";
import { useVariables } from "../../../api/variables";
import { LabelledSwitch } from "../../../ui/buttons/switch";
import { MAX_RESPONSE_LENGTH } from "../../../ui/command/command-options";
import { MarkOffer } from "../../../ui/command/mark-offer";
import { splitNames } from "../../../ui/command/new-command";
import { UsageFields } from "../../../ui/command/usage-fields";
import { TagField } from "../../../ui/fields/tag-field";
import { type Caller, DEFAULT_CALLER } from "../../../ui/preview/caller";
import { CallerPopover } from "../../../ui/preview/caller-popover";
import { Preview } from "../../../ui/preview/preview";
import { PreviewLines } from "../../../ui/preview/preview-lines";
import { useDebouncedPreview } from "../../../ui/preview/use-debounced-preview";
import { TemplateBox } from "../../../ui/template/template-box";
import type { TemplateFieldHandle } from "../../../ui/template/template-field";
import { VariablePicker } from "../../../ui/template/variable-picker";
import { previewRequest, withResponse } from "../template-draft";
import type { TemplateCommand } from "../template-types";
import classes from "../templates.module.css";

interface CommandFormProps {
  command: TemplateCommand;
  errorOf: (field: string) => string | undefined;
  onChange: (command: TemplateCommand) => void;
}

export function CommandForm({ command, errorOf, onChange }: CommandFormProps) {
  const change = (part: Partial<TemplateCommand>) => onChange({ ...command, ...part });
  const names = command.cmds.flatMap((_, index) => {
    const message = errorOf(`cmds.${index}`);
    return message === undefined ? [] : [[index, message] as const];
  });
  return (
    <div className={classes["form"]}>
      <div>
        <TagField
          label="Command"
          placeholder={command.cmds.length === 0 ? "!command" : "Add alias"}
          values={command.cmds}
          onChange={(values) => change({ cmds: splitNames(values) })}
          error={errorOf("cmds")}
          problems={Object.fromEntries(names)}
          isProminent
        />
        <MarkOffer names={command.cmds} onChange={(cmds) => change({ cmds })} />
      </div>
      <Responses command={command} errorOf={errorOf} onChange={onChange} />
      <UsageFields draft={command} change={change} errorOf={errorOf} />
      <TextInput
        label="Group"
        placeholder="Info"
        maxLength={50}
        value={command.group}
        error={errorOf("group")}
        onChange={(event) => change({ group: event.currentTarget.value })}
      />
      <LabelledSwitch
        label="Show on the public page"
        checked={command.public}
        onChange={(value) => change({ public: value })}
      />
    </div>
  );
}

/** The responses with a preview in the operator's own channel. */
function Responses({ command, errorOf, onChange }: CommandFormProps) {
  const channelId = useMyChannel();
  const [caller, setCaller] = useState(DEFAULT_CALLER);
  const [focused, setFocused] = useState(0);
  const active = Math.min(focused, command.responses.length - 1);
  return (
    <>
      {command.responses.map((response, index) => (
        <ResponseField
          // biome-ignore lint/suspicious/noArrayIndexKey: responses have no id
          key={index}
          channelId={channelId}
          label={command.responses.length === 1 ? "Response" : `Response ${index + 1}`}
          body={previewRequest(command, index, caller)}
          error={errorOf(`responses.${index}.text`)}
          onFocus={() => setFocused(index)}
          onChange={(text) => onChange(withResponse(command, index, text))}
          value={response.text}
        />
      ))}
      {channelId !== null && (
        <ResponsePreview channelId={channelId} command={command} active={active} caller={caller} onCaller={setCaller} />
      )}
    </>
  );
}

interface ResponseFieldProps {
  channelId: string | null;
  label: string;
  value: string;
  body: ReturnType<typeof previewRequest>;
  error: string | undefined;
  onFocus: () => void;
  onChange: (text: string) => void;
}

function ResponseField({ channelId, label, body, ...field }: ResponseFieldProps) {
  const box = useRef<TemplateFieldHandle>(null);
  const variables = useVariables(channelId).data ?? [];
  const { problems, isStale } = useDebouncedPreview(channelId, body);
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
        placeholder="Type $( to insert variables"
        limit={MAX_RESPONSE_LENGTH}
      />
    </div>
  );
}

interface ResponsePreviewProps {
  channelId: string;
  command: TemplateCommand;
  active: number;
  caller: Caller;
  onCaller: (caller: Caller) => void;
}

function ResponsePreview({ channelId, command, active, caller, onCaller }: ResponsePreviewProps) {
  const preview = useDebouncedPreview(channelId, previewRequest(command, active, caller));
  return (
    <Preview
      title={command.responses.length === 1 ? "Preview" : `Preview of response ${active + 1}`}
      tools={<CallerPopover caller={caller} onChange={onCaller} />}
    >
      <PreviewLines
        channelId={channelId}
        preview={preview}
        about="Enter a response to preview it in your channel."
        viewer={caller.name}
        message={[command.cmds[0] ?? "", caller.args].join(" ").trim()}
      />
    </Preview>
  );
}
