import { ActionIcon, Button, TextInput } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconChevronRight, IconPlus, IconTrash } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { Switch } from "../../../ui/buttons/switch";
import { MAY_NOT_MANAGE } from "../widget-labels";
import type { AlertVariant } from "../widget-types";
import classes from "./alerts.module.css";
import { RuleConditions } from "./rule-conditions";
import type { RuleProps } from "./rule-props";
import { MAX_VARIANTS, newVariant, replaceItem, ruleSummary } from "./rules";
import { VariantFields } from "./variant-fields";

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
          <span className="miw-0">
            <span className={classes["name"]}>{rule.name}</span>
            <span className="small muted block">{ruleSummary(rule)}</span>
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

/** Editor of the variants of a rule; each alert shows one of them at random. */
function VariantsEditor({ form, rule, index, set }: RuleProps) {
  const { variants } = rule;
  const setAll = (next: AlertVariant[]) => set({ variants: next });
  return (
    <div className={classes["variants"]}>
      {variants.map((variant, at) => (
        <section
          // Variants have no ids, and are only added at the end.
          // biome-ignore lint/suspicious/noArrayIndexKey: the position is the identity
          key={at}
          className={classes["variant"]}
          aria-label={`Variant ${at + 1} of ${rule.name}`}
        >
          {variants.length > 1 && (
            <div className="row between">
              <h3 className="medium fw-600">Variant {at + 1}</h3>
              {!form.isLocked && (
                <ActionIcon
                  aria-label={`Remove variant ${at + 1}`}
                  onClick={() => setAll(variants.filter((_, other) => other !== at))}
                >
                  <IconTrash size={15} stroke={1.6} />
                </ActionIcon>
              )}
            </div>
          )}
          <VariantFields
            form={form}
            variant={variant}
            path={`settings.rules.${index}.variants.${at}`}
            hasWeight={variants.length > 1}
            set={(part) => setAll(replaceItem(variants, at, part))}
          />
        </section>
      ))}
      {!form.isLocked && variants.length < MAX_VARIANTS && (
        <Button
          size="xs"
          leftSection={<IconPlus size={14} />}
          onClick={() => setAll([...variants, variants.at(-1) ?? newVariant("{name}")])}
        >
          Add variant
        </Button>
      )}
    </div>
  );
}
