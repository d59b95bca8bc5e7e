import { ActionIcon, Button, TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { type ReactNode, useRef, useState } from "react";
import { useVariables } from "../../../api/variables";
import { LabelledSwitch } from "../../../ui/buttons/switch";
import {
  MAX_DESCRIPTION_LENGTH,
  MAX_GROUP_LENGTH,
  MAX_RESPONSE_LENGTH,
  MAX_RESPONSES,
} from "../../../ui/command/command-options";
import { CommandPlatforms } from "../../../ui/command/command-platforms";
import { KeywordLines } from "../../../ui/command/keyword-lines";
import { NEW_RESPONSE, splitNames } from "../../../ui/command/new-command";
import { PickField } from "../../../ui/command/pick-field";
import { PrefixSuggestion } from "../../../ui/command/prefix-suggestion";
import { ResponsePlatforms } from "../../../ui/command/response-platforms";
import { UsageFields } from "../../../ui/command/usage-fields";
import { WeightField } from "../../../ui/command/weight-field";
import { TagField } from "../../../ui/fields/tag-field";
import { type Caller, DEFAULT_CALLER } from "../../../ui/preview/caller";
import { CallerPopover } from "../../../ui/preview/caller-popover";
import { Preview } from "../../../ui/preview/preview";
import { PreviewLines } from "../../../ui/preview/preview-lines";
import { useDebouncedPreview } from "../../../ui/preview/use-debounced-preview";
import { TemplateBox } from "../../../ui/template/template-box";
import type { TemplateFieldHandle } from "../../../ui/template/template-field";
import { VariablePicker } from "../../../ui/template/variable-picker";
import { previewRequest, withoutResponse, withResponse } from "../template-draft";
import type { TemplateCommand } from "../template-types";
import classes from "../templates.module.css";
import { useMyChannel } from "./my-channel";

interface CommandFormProps {
  command: TemplateCommand;
  errorOf: (field: string) => string | undefined;
  onChange: (command: TemplateCommand) => void;
}

export function CommandForm({ command, errorOf, onChange }: CommandFormProps) {
  const change = (part: Partial<TemplateCommand>) => onChange({ ...command, ...part });
  const nameProblems = command.cmds.flatMap((_, index) => {
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
          problems={Object.fromEntries(nameProblems)}
          isProminent
        />
        <PrefixSuggestion prefix="!" names={command.cmds} onChange={(cmds) => change({ cmds })} />
      </div>
      <Responses command={command} errorOf={errorOf} onChange={onChange} />
      <UsageFields draft={command} change={change} errorOf={errorOf} />
      <KeywordLines draft={command} change={change} errorOf={errorOf} />
      <CommandPlatforms draft={command} change={change} errorOf={errorOf} />
      <TextInput
        label="Description"
        description="Shown on the public page instead of the response"
        inputWrapperOrder={["label", "input", "description", "error"]}
        maxLength={MAX_DESCRIPTION_LENGTH}
        value={command.description}
        error={errorOf("description")}
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
      <TextInput
        label="Group"
        placeholder="Info"
        maxLength={MAX_GROUP_LENGTH}
        value={command.group}
        error={errorOf("group")}
        onChange={(event) => change({ group: event.currentTarget.value })}
      />
      <LabelledSwitch
        label="Show on the public page"
        checked={command.public}
        onChange={(value) => change({ public: value })}
      />
      <LabelledSwitch
        label="On once it is imported"
        checked={command.enabled}
        onChange={(value) => change({ enabled: value })}
      />
    </div>
  );
}

/** The responses, with a preview of the focused response in the operator's own channel. */
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
          error={errorOf(`responses.${index}.text`) ?? errorOf(`responses.${index}.weight`)}
          onFocus={() => setFocused(index)}
          onChange={(text) => onChange(withResponse(command, index, { text }))}
          value={response.text}
          foot={<ResponseOptions command={command} index={index} onChange={onChange} />}
          tools={
            command.responses.length > 1 && (
              <ActionIcon
                size={24}
                aria-label={`Remove response ${index + 1}`}
                onClick={() => onChange(withoutResponse(command, index))}
              >
                <IconTrash size={15} stroke={1.6} />
              </ActionIcon>
            )
          }
        />
      ))}
      {errorOf("responses") && <p className="small red">{errorOf("responses")}</p>}
      {command.responses.length < MAX_RESPONSES && (
        <Button
          size="xs"
          className={classes["addResponse"] ?? ""}
          leftSection={<IconPlus size={15} />}
          onClick={() => onChange({ ...command, responses: [...command.responses, NEW_RESPONSE] })}
        >
          Add response
        </Button>
      )}
      {command.responses.length > 1 && (
        <PickField draft={command} change={(part) => onChange({ ...command, ...part })} />
      )}
      {channelId !== null && (
        <ResponsePreview channelId={channelId} command={command} active={active} caller={caller} onCaller={setCaller} />
      )}
    </>
  );
}

/** Platforms of a response, and its weight if the command picks responses at random. */
function ResponseOptions({ command, index, onChange }: Omit<CommandFormProps, "errorOf"> & { index: number }) {
  const response = command.responses[index] ?? NEW_RESPONSE;
  const label = command.responses.length === 1 ? "Response" : `Response ${index + 1}`;
  return (
    <>
      <ResponsePlatforms
        label={label}
        chosen={response.providers}
        onChange={(providers) => onChange(withResponse(command, index, { providers }))}
      />
      {command.pick === "random" && command.responses.length > 1 && (
        <WeightField
          label={label}
          value={response.weight}
          onChange={(weight) => onChange(withResponse(command, index, { weight }))}
        />
      )}
    </>
  );
}

interface ResponseFieldProps {
  foot: ReactNode;
  tools: ReactNode;
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
        <h4 className="medium m-0 fw-500">{label}</h4>
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
