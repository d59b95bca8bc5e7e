import { IconPlus } from "@tabler/icons-react";
import { useRef } from "react";
import { useVariables } from "../../../api/variables";
import { MAX_RESPONSES } from "../../../ui/command/command-options";
import { type CommandResponse, NEW_RESPONSE } from "../../../ui/command/new-command";
import { PickField } from "../../../ui/command/pick-field";
import { useFocusAfterRender } from "../../../ui/focus/use-focus-after-render";
import type { Caller } from "../../../ui/preview/caller";
import type { TemplateFieldHandle } from "../../../ui/template/template-field";
import { VariablePicker } from "../../../ui/template/variable-picker";
import { MAY_NOT_MANAGE } from "../command-labels";
import classes from "../editor/command-editor.module.css";
import type { FormProps } from "../editor/form-props";
import { ResponseField } from "./response-field";

interface ResponsesSectionProps extends FormProps {
  caller: Caller;
  /** Index of the response that was focused last. */
  active: number;
  onActive: (index: number) => void;
}

export function ResponsesSection({ caller, active, onActive, ...form }: ResponsesSectionProps) {
  const { channelId, draft, change, errorOf, isLocked } = form;
  const variables = useVariables(channelId).data ?? [];
  const fields = useRef<(TemplateFieldHandle | null)[]>([]);
  const { responses } = draft;
  const isOne = responses.length === 1;
  const list = useRef<HTMLDivElement>(null);
  const focus = useFocusAfterRender(list);
  const set = (next: CommandResponse[]) => change({ responses: next });
  const add = () => {
    set([...responses, NEW_RESPONSE]);
    focus(fieldAt(responses.length));
  };
  const remove = (index: number) => {
    set(responses.filter((_, at) => at !== index));
    // The focused button is removed with its response.
    focus(fieldAt(Math.min(index, responses.length - 2)));
  };
  return (
    <section className="pt-16" aria-labelledby="responses-title">
      <div className={classes["bar"]}>
        <h3 id="responses-title" className={classes["label"]}>
          {isOne ? "Response" : "Responses"}
        </h3>
        <span className="row gap-12">
          <VariablePicker
            variables={variables}
            isLocked={isLocked}
            onPick={(variable) => fields.current[active]?.insert(variable)}
          />
          {!isLocked && responses.length < MAX_RESPONSES && (
            <button type="button" className={classes["tool"]} onClick={add}>
              <IconPlus size={14} aria-hidden="true" />
              Add response
            </button>
          )}
        </span>
      </div>
      <div ref={list} className="column gap-8">
        {responses.map((response, index) => (
          <ResponseField
            // biome-ignore lint/suspicious/noArrayIndexKey: responses have no id
            key={index}
            ref={(handle) => {
              fields.current[index] = handle;
            }}
            form={form}
            index={index}
            response={response}
            caller={caller}
            variables={variables}
            onFocus={() => onActive(index)}
            onChange={(next) => set(responses.map((other, at) => (at === index ? next : other)))}
            onRemove={isOne ? null : () => remove(index)}
          />
        ))}
      </div>
      {errorOf("responses") && <p className="small red mt-4">{errorOf("responses")}</p>}
      {!isOne && <PickField {...form} lockedBecause={isLocked ? MAY_NOT_MANAGE : undefined} />}
    </section>
  );
}

function fieldAt(index: number): string {
  return `:scope > :nth-child(${index + 1}) textarea`;
}
