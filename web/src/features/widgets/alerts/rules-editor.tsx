import { Button, VisuallyHidden } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { moveItem } from "../../../lib/move-item";
import { useFocusAfterRender } from "../../../ui/focus/use-focus-after-render";
import { changeSettings, type FormProps } from "../editor/form-props";
import type { AlertRule } from "../widget-types";
import { RuleCard } from "./rule-card";
import { MAX_RULES, newRule, replaceItem, rulesOf, usualRules } from "./rules";

/** Editor of the rules of an alerts widget, in the order in which the rules are tried. */
export function RulesEditor({ form }: { form: FormProps }) {
  const rules = rulesOf(form.draft.settings);
  const list = useRef<HTMLOListElement>(null);
  const focus = useFocusAfterRender(list);
  const [announcement, setAnnouncement] = useState("");
  const setAll = (next: AlertRule[]) => changeSettings(form, { rules: next });
  const move = (from: number, to: number) => {
    const rule = rules[from];
    if (!rule || to < 0 || to >= rules.length) return;
    setAll(moveItem(rules, from, to));
    setAnnouncement(`${rule.name} is now ${to + 1} of ${rules.length}`);
    // The button is focused again, because an element that moves in the DOM loses the focus.
    focus(`[data-rule="${rule.id}"] [data-move="${to < from ? "up" : "down"}"]`);
  };
  const add = (added: AlertRule[]) => {
    setAll([...rules, ...added]);
    focus(`[data-rule="${added[0]?.id}"] summary`);
  };
  return (
    <>
      {rules.length === 0 && <p className="small muted mb-8">Without a rule no alert is shown.</p>}
      <ol ref={list} className="column plain-list">
        {rules.map((rule, index) => (
          <RuleCard
            key={rule.id}
            form={form}
            rule={rule}
            index={index}
            isLast={index === rules.length - 1}
            set={(part) => setAll(replaceItem(rules, index, part))}
            remove={() => setAll(rules.filter((_, at) => at !== index))}
            move={(by) => move(index, index + by)}
          />
        ))}
      </ol>
      {!form.isLocked && rules.length < MAX_RULES && (
        <div className="gap-8 flex mt-12">
          {rules.length === 0 && <Button onClick={() => add(usualRules())}>Add the usual alerts</Button>}
          <Button
            leftSection={<IconPlus size={14} />}
            variant={rules.length === 0 ? "subtle" : "default"}
            onClick={() => add([newRule("New alert", [], "{name}")])}
          >
            Add rule
          </Button>
        </div>
      )}
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </>
  );
}
