import { ActionIcon, Button, NativeSelect, TextInput } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconChevronRight, IconTrash } from "@tabler/icons-react";
import { useId } from "react";
import { exactDuration } from "../../../lib/time/durations";
import { parseNumber } from "../../../ui/fields/quantity-field";
import { ACTION_LABELS } from "../filter-labels";
import type { Step } from "../filter-types";
import { TIMEOUT_PRESETS, withAction } from "./ladder";
import classes from "./ladder.module.css";

interface LadderStepProps {
  index: number;
  count: number;
  step: Step;
  error: string | undefined;
  isLocked: boolean;
  isOpen: boolean;
  onToggle: () => void;
  onChange: (step: Step) => void;
  onRemove: () => void;
  onMove: (by: -1 | 1) => void;
}

/** A penalty as one line; its fields are shown while it is open. */
export function LadderStep(props: LadderStepProps) {
  const { index, step, error, isOpen, isLocked, onToggle } = props;
  const id = useId();
  return (
    <li className={classes["step"]}>
      <button
        type="button"
        className={classes["line"]}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        disabled={isLocked}
        onClick={onToggle}
      >
        <span className={classes["number"]}>{index + 1}</span>
        <span className="grow miw-0">{ACTION_LABELS[step.action]}</span>
        <span className="muted digits">{durationOf(step)}</span>
        {!isLocked && <IconChevronRight className={classes["chevron"] ?? ""} size={16} aria-hidden="true" />}
      </button>
      {isOpen && (
        <div id={id} className={classes["fields"]}>
          <StepFields {...props} />
        </div>
      )}
      {error && <p className={classes["problem"]}>{error}</p>}
    </li>
  );
}

function durationOf({ action, seconds }: Step): string {
  return action === "timeout" && seconds ? exactDuration(seconds) : "";
}

function StepFields(props: LadderStepProps) {
  const { index, count, step, onChange, onRemove, onMove } = props;
  const name = `Penalty ${index + 1}`;
  return (
    <>
      <NativeSelect
        aria-label={`${name}: action`}
        data={ACTIONS}
        value={step.action}
        onChange={(event) => {
          const chosen = event.currentTarget.value;
          if (isAction(chosen)) onChange(withAction(step, chosen));
        }}
      />
      {step.action === "timeout" && <StepSeconds {...props} name={name} />}
      <span className={classes["buttons"]}>
        <ActionIcon aria-label={`${name}: move up`} disabled={index === 0} onClick={() => onMove(-1)}>
          <IconArrowUp size={16} stroke={1.6} />
        </ActionIcon>
        <ActionIcon aria-label={`${name}: move down`} disabled={index === count - 1} onClick={() => onMove(1)}>
          <IconArrowDown size={16} stroke={1.6} />
        </ActionIcon>
        <ActionIcon aria-label={`${name}: remove`} disabled={count === 1} onClick={onRemove}>
          <IconTrash size={16} stroke={1.6} />
        </ActionIcon>
      </span>
    </>
  );
}

const ACTIONS = Object.entries(ACTION_LABELS).map(([value, label]) => ({ value, label }));

function isAction(value: string): value is Step["action"] {
  return value in ACTION_LABELS;
}

function StepSeconds({ name, step, error, onChange }: LadderStepProps & { name: string }) {
  const seconds = step.seconds ?? Number.NaN;
  const set = (value: number) => onChange({ action: "timeout", seconds: value });
  return (
    <div>
      <TextInput
        aria-label={`${name}: seconds`}
        inputMode="numeric"
        autoComplete="off"
        maxLength={7}
        rightSection="s"
        value={Number.isNaN(seconds) ? "" : String(seconds)}
        error={Boolean(error)}
        onChange={(event) => set(parseNumber(event.currentTarget.value))}
      />
      <div className={classes["presets"]}>
        {TIMEOUT_PRESETS.map((preset) => (
          <Button key={preset} size="xs" onClick={() => set(preset)} aria-label={`${name}: ${exactDuration(preset)}`}>
            {exactDuration(preset)}
          </Button>
        ))}
      </div>
    </div>
  );
}
