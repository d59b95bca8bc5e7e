import { ActionIcon, TextInput } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconChevronRight, IconTrash } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { Switch } from "../../../ui/buttons/switch";
import { MAY_NOT_MANAGE } from "../widget-labels";
import classes from "./alerts.module.css";
import { RuleConditions } from "./rule-conditions";
import type { RuleProps } from "./rule-props";
import { ruleSummary } from "./rules";
import { VariantsEditor } from "./variants-editor";

interface RuleCardProps extends RuleProps {
  isLast: boolean;
  remove: () => void;
  move: (by: number) => void;
}

export function RuleCard({ isLast, remove, move, ...props }: RuleCardProps) {
  const { form, rule, index, set } = props;
  const [isOpen, setOpen] = useState(false);
  const isInvalid = form.invalidFields.some((field) => `${field}.`.startsWith(`settings.rules.${index}.`));
  return (
    <li className={classes["rule"]} data-rule={rule.id}>
      <div className={classes["ruleTools"]}>
        <Switch
          label={`${rule.name} is on`}
          checked={rule.enabled}
          lockedBecause={form.isLocked ? MAY_NOT_MANAGE : undefined}
          onChange={(enabled) => set({ enabled })}
        />
        {!form.isLocked && (
          <>
            <Tool label={`Move ${rule.name} up`} mark="up" isDisabled={index === 0} onClick={() => move(-1)}>
              <IconArrowUp size={15} stroke={1.6} />
            </Tool>
            <Tool label={`Move ${rule.name} down`} mark="down" isDisabled={isLast} onClick={() => move(1)}>
              <IconArrowDown size={15} stroke={1.6} />
            </Tool>
            <Tool label={`Delete ${rule.name}`} mark="delete" isDisabled={false} onClick={remove}>
              <IconTrash size={15} stroke={1.6} />
            </Tool>
          </>
        )}
      </div>
      <details open={isOpen || isInvalid} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className={classes["summary"]} data-off={!rule.enabled || undefined}>
          <IconChevronRight size={16} aria-hidden="true" />
          <span className={classes["summaryText"]}>
            <span className={classes["name"]}>{rule.name}</span>
            <span className={classes["about"]}>{ruleSummary(rule)}</span>
          </span>
        </summary>
        {(isOpen || isInvalid) && <RuleBody {...props} />}
      </details>
    </li>
  );
}

/** The fields of a rule, mounted only while the rule is open: fifty rules have hundreds of fields. */
function RuleBody(props: RuleProps) {
  const { form, rule, index, set } = props;
  return (
    <div className={classes["body"]}>
      <TextInput
        label="Name"
        value={rule.name}
        maxLength={60}
        autoComplete="off"
        error={form.errorOf(`settings.rules.${index}.name`) ?? form.errorOf(`settings.rules.${index}`)}
        disabled={form.isLocked}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <RuleConditions {...props} />
      <VariantsEditor {...props} />
    </div>
  );
}

interface ToolProps {
  label: string;
  /** Value of `data-move`, by which the rules editor finds the button to focus it. */
  mark: string;
  isDisabled: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** Button of a rule; can have the focus while disabled, so that a move to the top or bottom keeps the focus. */
function Tool({ label, mark, isDisabled, onClick, children }: ToolProps) {
  return (
    <ActionIcon
      size={26}
      aria-label={label}
      data-move={mark}
      aria-disabled={isDisabled}
      onClick={() => !isDisabled && onClick()}
    >
      {children}
    </ActionIcon>
  );
}
