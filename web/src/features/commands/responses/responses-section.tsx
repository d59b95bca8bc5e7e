import { IconPlus } from "@tabler/icons-react";
import { useRef } from "react";
import { useVariables } from "../../../api/variables";
import { Segments } from "../../../ui/buttons/segments";
import { type CommandResponse, NEW_RESPONSE } from "../../../ui/command/new-command";
import { useFocusAfterRender } from "../../../ui/focus/use-focus-after";
import type { Caller } from "../../../ui/preview/caller";
import type { TemplateFieldHandle } from "../../../ui/template/template-field";
import { VariablePicker } from "../../../ui/template/variable-picker";
import { MAX_RESPONSES, MAY_NOT_MANAGE, PICKS } from "../command-labels";
import classes from "../editor/command-editor.module.css";
import type { FormProps } from "../editor/form-props";
import { ResponseField } from "./response-field";

interface ResponsesSectionProps extends FormProps {
  caller: Caller;
  /** The answer that is written or looked at. */
  active: number;
  onActive: (index: number) => void;
}

/** What is said, in one to ten ways. */
export function ResponsesSection({ caller, active, onActive, ...form }: ResponsesSectionProps) {
  const { channelId, draft, change, errorOf, isLocked } = form;
  const variables = useVariables(channelId).data ?? [];
  const fields = useRef<(TemplateFieldHandle | null)[]>([]);
  const answers = draft.responses;
  const isOne = answers.length === 1;
  const list = useRef<HTMLDivElement>(null);
  const focus = useFocusAfterRender(list);
  const set = (responses: CommandResponse[]) => change({ responses });
  const add = () => {
    set([...answers, NEW_RESPONSE]);
    focus(fieldAt(answers.length));
  };
  const remove = (index: number) => {
    set(answers.filter((_, at) => at !== index));
    // Its button goes with it; whatever has the focus is looked at.
    focus(fieldAt(Math.min(index, answers.length - 2)));
  };
  return (
    <section className={classes["section"]} aria-labelledby="answers-title">
      <div className={classes["bar"]}>
        <h3 id="answers-title" className={classes["label"]}>
          {isOne ? "CommandResponse" : "Answers"}
        </h3>
        <span className={classes["barTools"]}>
          <VariablePicker
            variables={variables}
            isLocked={isLocked}
            onPick={(variable) => fields.current[active]?.insert(variable)}
          />
          {!isLocked && answers.length < MAX_RESPONSES && (
            <button type="button" className={classes["tool"]} onClick={add}>
              <IconPlus size={14} aria-hidden="true" />
              Another answer
            </button>
          )}
        </span>
      </div>
      <div ref={list} className={classes["answers"]}>
        {answers.map((answer, index) => (
          <ResponseField
            // biome-ignore lint/suspicious/noArrayIndexKey: answers have no names; all of them follow what is typed.
            key={index}
            ref={(handle) => {
              fields.current[index] = handle;
            }}
            form={form}
            index={index}
            answer={answer}
            caller={caller}
            variables={variables}
            onFocus={() => onActive(index)}
            onChange={(next) => set(answers.map((other, at) => (at === index ? next : other)))}
            onRemove={isOne ? null : () => remove(index)}
          />
        ))}
      </div>
      {errorOf("responses") && <p className={classes["problem"]}>{errorOf("responses")}</p>}
      {!isOne && <PickField {...form} />}
    </section>
  );
}

function fieldAt(index: number): string {
  return `:scope > :nth-child(${index + 1}) textarea`;
}

function PickField({ draft, change, isLocked }: FormProps) {
  return (
    <div className={classes["pick"]}>
      <h3 className={classes["label"]}>Which of them</h3>
      <Segments
        label="Which of them"
        isFull
        value={draft.pick}
        options={PICKS}
        lockedBecause={isLocked ? MAY_NOT_MANAGE : undefined}
        onChange={(pick) => change({ pick })}
      />
      <p className={classes["help"]}>{PICKS.find(({ value }) => value === draft.pick)?.about}</p>
    </div>
  );
}
