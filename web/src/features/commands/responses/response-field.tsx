import { ActionIcon, Tooltip } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import type { Ref } from "react";
import type { Variable } from "../../../api/variables";
import { asSentence } from "../../../lib/text/sentence";
import { MAX_RESPONSE_LENGTH } from "../../../ui/command/command-options";
import type { CommandResponse } from "../../../ui/command/new-command";
import { ResponsePlatforms } from "../../../ui/command/response-platforms";
import { WeightField } from "../../../ui/command/weight-field";
import type { Caller } from "../../../ui/preview/caller";
import { useDebouncedPreview } from "../../../ui/preview/use-debounced-preview";
import { TemplateBox } from "../../../ui/template/template-box";
import type { TemplateFieldHandle } from "../../../ui/template/template-field";
import type { FormProps } from "../editor/form-props";
import { previewRequest } from "./preview-request";

interface ResponseFieldProps {
  form: FormProps;
  index: number;
  response: CommandResponse;
  caller: Caller;
  variables: readonly Variable[];
  onFocus: () => void;
  onChange: (response: CommandResponse) => void;
  /** Null for the only response. */
  onRemove: (() => void) | null;
  ref: Ref<TemplateFieldHandle>;
}

export function ResponseField(props: ResponseFieldProps) {
  const { form, index, response, caller, variables, onFocus, onChange, onRemove, ref } = props;
  const { channelId, commandId, draft, errorOf, isLocked } = form;
  const { problems, isStale } = useDebouncedPreview(channelId, previewRequest(draft, index, caller, commandId));
  const label = onRemove === null ? "Response" : `Response ${index + 1}`;
  return (
    <TemplateBox
      ref={ref}
      label={label}
      value={response.text}
      onChange={(text) => onChange({ ...response, text })}
      variables={variables}
      problems={problems}
      isStale={isStale}
      error={errorText(errorOf(`responses.${index}.text`), errorOf(`responses.${index}.weight`))}
      isLocked={isLocked}
      placeholder="Type $( to insert variables"
      limit={MAX_RESPONSE_LENGTH}
      onFocus={onFocus}
      foot={
        <>
          <ResponsePlatforms
            label={label}
            chosen={response.providers}
            isLocked={isLocked}
            onChange={(providers) => onChange({ ...response, providers })}
          />
          {draft.pick === "random" && onRemove !== null && (
            <WeightField
              label={label}
              value={response.weight}
              isLocked={isLocked}
              onChange={(weight) => onChange({ ...response, weight })}
            />
          )}
        </>
      }
      tools={
        onRemove !== null &&
        !isLocked && (
          <Tooltip label="Remove">
            <ActionIcon size={24} aria-label={`Remove ${label.toLowerCase()}`} onClick={onRemove}>
              <IconTrash size={15} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
        )
      }
    />
  );
}

function errorText(text: string | undefined, weight: string | undefined): string | undefined {
  if (text === "must not be empty") return "Enter a response.";
  if (text !== undefined) return asSentence("Response", text);
  return weight === undefined ? undefined : asSentence("Weight", weight);
}
