import { IconPlus } from "@tabler/icons-react";
import { useRef } from "react";
import { useVariables } from "../../../api/variables";
import { Segments } from "../../../ui/buttons/segments";
import { type Answer, NEW_ANSWER } from "../../../ui/command/new-command";
import { useFocusAfter } from "../../../ui/focus/use-focus-after";
import type { Asker } from "../../../ui/preview/caller";
import type { TemplateFieldHandle } from "../../../ui/template/template-field";
import { VariablePicker } from "../../../ui/template/variable-picker";
import { MAY_NOT_MANAGE, MOST_ANSWERS, PICKS } from "../command-labels";
import classes from "../editor/command-editor.module.css";
import type { Editing } from "../editor/form-props";
import { AnswerField } from "./response-field";

interface AnswersSectionProps extends Editing {
  asker: Asker;
  /** The answer that is written or looked at. */
  active: number;
  onActive: (place: number) => void;
}

/** What is said, in one to ten ways. */
export function AnswersSection({ asker, active, onActive, ...editing }: AnswersSectionProps) {
  const { channelId, draft, change, errorOf, isLocked } = editing;
  const variables = useVariables(channelId).data ?? [];
  const fields = useRef<(TemplateFieldHandle | null)[]>([]);
  const answers = draft.responses;
  const isOne = answers.length === 1;
  const list = useRef<HTMLDivElement>(null);
  const focus = useFocusAfter(list);
  const set = (responses: Answer[]) => change({ responses });
  const add = () => {
    set([...answers, NEW_ANSWER]);
    focus(fieldAt(answers.length));
  };
  const remove = (place: number) => {
    set(answers.filter((_, at) => at !== place));
    // Its button goes with it; whatever has the focus is looked at.
    focus(fieldAt(Math.min(place, answers.length - 2)));
  };
  return (
    <section className={classes["section"]} aria-labelledby="answers-title">
      <div className={classes["bar"]}>
        <h3 id="answers-title" className={classes["label"]}>
          {isOne ? "Answer" : "Answers"}
        </h3>
        <span className={classes["barTools"]}>
          <VariablePicker
            variables={variables}
            isLocked={isLocked}
            onPick={(variable) => fields.current[active]?.insert(variable)}
          />
          {!isLocked && answers.length < MOST_ANSWERS && (
            <button type="button" className={classes["tool"]} onClick={add}>
              <IconPlus size={14} aria-hidden="true" />
              Another answer
            </button>
          )}
        </span>
      </div>
      <div ref={list} className={classes["answers"]}>
        {answers.map((answer, place) => (
          <AnswerField
            // biome-ignore lint/suspicious/noArrayIndexKey: answers have no names; all of them follow what is typed.
            key={place}
            ref={(handle) => {
              fields.current[place] = handle;
            }}
            editing={editing}
            place={place}
            answer={answer}
            asker={asker}
            variables={variables}
            onFocus={() => onActive(place)}
            onChange={(next) => set(answers.map((other, at) => (at === place ? next : other)))}
            onRemove={isOne ? null : () => remove(place)}
          />
        ))}
      </div>
      {errorOf("responses") && <p className={classes["problem"]}>{errorOf("responses")}</p>}
      {!isOne && <PickField {...editing} />}
    </section>
  );
}

function fieldAt(place: number): string {
  return `:scope > :nth-child(${place + 1}) textarea`;
}

function PickField({ draft, change, isLocked }: Editing) {
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
