import { ActionIcon, Tooltip } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import type { Ref } from "react";
import type { Variable } from "../../../api/variables";
import { asSentence } from "../../../lib/text/sentence";
import { ANSWER_LIMIT } from "../../../ui/command/command-options";
import type { Answer } from "../../../ui/command/new-command";
import type { Asker } from "../../../ui/preview/caller";
import { useTrial } from "../../../ui/preview/use-debounced-preview";
import { TemplateBox } from "../../../ui/template/template-box";
import type { TemplateFieldHandle } from "../../../ui/template/template-field";
import type { Editing } from "../editor/form-props";
import { trialOf } from "./preview-request";
import { AnswerPlatforms } from "./response-platforms";
import { WeightField } from "./weight-field";

interface AnswerFieldProps {
  editing: Editing;
  place: number;
  answer: Answer;
  asker: Asker;
  variables: readonly Variable[];
  onFocus: () => void;
  onChange: (answer: Answer) => void;
  /** Null for the only one. */
  onRemove: (() => void) | null;
  ref: Ref<TemplateFieldHandle>;
}

export function AnswerField(props: AnswerFieldProps) {
  const { editing, place, answer, asker, variables, onFocus, onChange, onRemove, ref } = props;
  const { channelId, commandId, draft, errorOf, isLocked } = editing;
  const { problems, isStale } = useTrial(channelId, trialOf(draft, place, asker, commandId));
  const label = onRemove === null ? "Answer" : `Answer ${place + 1}`;
  return (
    <TemplateBox
      ref={ref}
      label={label}
      value={answer.text}
      onChange={(text) => onChange({ ...answer, text })}
      variables={variables}
      problems={problems}
      isStale={isStale}
      refusal={refusalWords(errorOf(`responses.${place}.text`), errorOf(`responses.${place}.weight`))}
      isLocked={isLocked}
      placeholder="What the bot says. Type $( for variables."
      limit={ANSWER_LIMIT}
      onFocus={onFocus}
      foot={
        <>
          <AnswerPlatforms
            label={label}
            chosen={answer.providers}
            isLocked={isLocked}
            onChange={(providers) => onChange({ ...answer, providers })}
          />
          {draft.pick === "random" && onRemove !== null && (
            <WeightField
              label={label}
              value={answer.weight}
              isLocked={isLocked}
              onChange={(weight) => onChange({ ...answer, weight })}
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

function refusalWords(text: string | undefined, weight: string | undefined): string | undefined {
  if (text !== undefined) return asSentence("The answer", text);
  return weight === undefined ? undefined : asSentence("The weight", weight);
}
