import { ActionIcon, Tooltip } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { type Ref, useId, useImperativeHandle, useRef } from "react";
import type { TextProblem, Variable } from "../../api/variables";
import { asSentence } from "../../lib/sentence";
import { ProblemList } from "../../ui/template/problem-list";
import { characterCount } from "../../ui/template/problem-marks";
import { TemplateField, type TemplateFieldHandle } from "../../ui/template/template-field";
import { AnswerPlatforms } from "./answer-platforms";
import type { Asker } from "./asker";
import classes from "./command.module.css";
import type { Answer } from "./command-types";
import { ANSWER_LIMIT } from "./command-words";
import type { Editing } from "./editing";
import { useTrial } from "./use-trial";
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

const NO_PROBLEMS: readonly TextProblem[] = [];

export function AnswerField(props: AnswerFieldProps) {
  const { editing, place, answer, asker, variables, onFocus, onChange, onRemove, ref } = props;
  const id = useId();
  const field = useRef<TemplateFieldHandle>(null);
  useImperativeHandle(ref, () => ({
    insert: (variable) => field.current?.insert(variable),
    show: (problem) => field.current?.show(problem),
  }));
  const { preview, isStale } = useTrial(editing, place, asker);
  // What was said about an earlier text stays below it, but its places are not those of this one.
  const problems = preview?.problems ?? NO_PROBLEMS;
  const refusal = editing.errorOf(`responses.${place}.text`);
  const isWrong = refusal !== undefined || problems.some(({ severity }) => severity === "error");
  const label = onRemove === null ? "Answer" : `Answer ${place + 1}`;
  return (
    <div>
      <div className={classes["area"]} data-invalid={isWrong || undefined}>
        <TemplateField
          ref={field}
          label={label}
          value={answer.text}
          onChange={(text) => onChange({ ...answer, text })}
          variables={variables}
          problems={isStale ? NO_PROBLEMS : problems}
          describedBy={id}
          isInvalid={isWrong}
          isLocked={editing.isLocked}
          placeholder="What the bot says. Type $( for variables."
          limit={ANSWER_LIMIT}
          onFocus={onFocus}
        />
        <div className={classes["areaFoot"]}>
          <AnswerPlatforms
            label={label}
            chosen={answer.providers}
            isLocked={editing.isLocked}
            onChange={(providers) => onChange({ ...answer, providers })}
          />
          {editing.draft.pick === "random" && onRemove !== null && (
            <WeightField
              label={label}
              value={answer.weight}
              isLocked={editing.isLocked}
              onChange={(weight) => onChange({ ...answer, weight })}
            />
          )}
          <Counter text={answer.text} />
          {onRemove !== null && !editing.isLocked && (
            <Tooltip label="Remove">
              <ActionIcon size={24} aria-label={`Remove ${label.toLowerCase()}`} onClick={onRemove}>
                <IconTrash size={15} stroke={1.6} />
              </ActionIcon>
            </Tooltip>
          )}
        </div>
      </div>
      <ProblemList
        id={id}
        problems={problems}
        refusal={refusalWords(refusal, editing.errorOf(`responses.${place}.weight`))}
        onShow={(problem) => field.current?.show(problem)}
      />
    </div>
  );
}

function Counter({ text }: { text: string }) {
  const count = characterCount(text);
  return (
    <span className={classes["counter"]} data-over={count > ANSWER_LIMIT || undefined}>
      {count.toLocaleString("en-GB")} / {ANSWER_LIMIT.toLocaleString("en-GB")}
    </span>
  );
}

function refusalWords(text: string | undefined, weight: string | undefined): string | undefined {
  if (text !== undefined) return asSentence("The answer", text);
  return weight === undefined ? undefined : asSentence("The weight", weight);
}
