import { ActionIcon } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useId } from "react";
import { KINDS, kindOf } from "./term-kinds";
import { MAX_TERM_LENGTH, type TermRow } from "./terms";
import classes from "./terms.module.css";

interface TermLineProps {
  row: TermRow;
  problem: string | undefined;
  isLocked: boolean;
  onChange: (row: TermRow) => void;
  onRemove: () => void;
}

export function TermLine({ row, problem, isLocked, onChange, onRemove }: TermLineProps) {
  const id = useId();
  return (
    <div className={classes["line"]}>
      <div className={classes["fields"]}>
        <input
          className={classes["term"]}
          aria-label="Term"
          aria-invalid={problem !== undefined}
          aria-describedby={problem === undefined ? undefined : id}
          value={row.text}
          maxLength={MAX_TERM_LENGTH}
          readOnly={isLocked}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onChange({ ...row, text: event.currentTarget.value })}
        />
        <select
          className={classes["select"]}
          aria-label={`Type of ${row.text}`}
          value={row.kind}
          disabled={isLocked}
          onChange={(event) => onChange({ ...row, kind: kindOf(event.currentTarget.value) })}
        >
          {KINDS.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        {!isLocked && (
          <ActionIcon aria-label={`Remove ${row.text}`} onClick={onRemove}>
            <IconX size={14} stroke={1.6} />
          </ActionIcon>
        )}
      </div>
      {problem !== undefined && (
        <p id={id} className={classes["problem"]}>
          {problem}
        </p>
      )}
    </div>
  );
}
