import { Input } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { type ChangeEvent, type ClipboardEvent, type KeyboardEvent, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { addTags } from "./notations/split-tags";
import classes from "./tag-field.module.css";

interface TagFieldProps {
  label: string;
  description?: string | undefined;
  placeholder: string;
  values: readonly string[];
  onChange: (values: string[]) => void;
  /** Error of the whole field. */
  error?: string | undefined;
  /** Errors of entries, by the index of the entry. */
  problems?: Readonly<Record<number, string>>;
  isLocked?: boolean;
  maxLength?: number;
  /** Larger, for the main field of a screen. */
  isProminent?: boolean;
}

/** Field of short entries, shown as chips: Enter, a comma or leaving the field adds the typed text. */
export function TagField(props: TagFieldProps) {
  const { label, description, placeholder, values, onChange, error, problems = {}, isLocked = false } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const message = error ?? Object.values(problems)[0];

  function remove(index: number) {
    onChange(values.filter((_, other) => other !== index));
    input.current?.focus();
  }

  const entry = useTagEntry(values, onChange, () => remove(values.length - 1));
  return (
    <Input.Wrapper
      label={label}
      description={description}
      error={message}
      labelProps={{ htmlFor: id }}
      errorProps={{ id: `${id}-error` }}
      inputWrapperOrder={["label", "input", "description", "error"]}
    >
      <div
        className={classes["box"]}
        data-invalid={message !== undefined || undefined}
        data-prominent={props.isProminent || undefined}
      >
        {values.map((value, index) => (
          <TagChip
            key={value}
            text={value}
            problem={problems[index]}
            onRemove={isLocked ? null : () => remove(index)}
          />
        ))}
        {!isLocked && (
          <input
            ref={input}
            id={id}
            className={classes["input"]}
            placeholder={placeholder}
            maxLength={props.maxLength ?? 500}
            autoComplete="off"
            spellCheck={false}
            aria-invalid={message !== undefined || undefined}
            aria-describedby={message === undefined ? undefined : `${id}-error`}
            {...entry}
          />
        )}
      </div>
    </Input.Wrapper>
  );
}

/** The typed text and the keys that turn it into entries. */
function useTagEntry(values: readonly string[], onChange: (values: string[]) => void, removeLast: () => void) {
  const [value, setValue] = useState("");

  function add(entered: string) {
    setValue("");
    const next = addTags(values, entered);
    if (next.length !== values.length) onChange(next);
  }

  return {
    value,
    onChange: (event: ChangeEvent<HTMLInputElement>) => setValue(event.currentTarget.value),
    onBlur: () => add(value),
    onKeyDown: (event: KeyboardEvent) => {
      // Enter that ends an IME composition is ignored.
      if (event.nativeEvent.isComposing) return;
      if (event.key === "Enter" || event.key === ",") {
        event.preventDefault();
        add(value);
      } else if (isSaveOrClose(event)) {
        // Flushed now, so that the editor's handler of this key saves the typed text, or asks before it is lost.
        flushSync(() => add(value));
      } else if (event.key === "Backspace" && value === "" && values.length > 0) removeLast();
    },
    onPaste: (event: ClipboardEvent) => {
      const pasted = event.clipboardData.getData("text");
      if (!/[\n,]/.test(pasted)) return;
      event.preventDefault();
      add(`${value}${pasted}`);
    },
  };
}

/** Whether the key saves or closes the editor around the field. */
function isSaveOrClose(event: KeyboardEvent): boolean {
  return event.key === "Escape" || ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "s");
}

interface TagChipProps {
  text: string;
  problem: string | undefined;
  onRemove: (() => void) | null;
}

function TagChip({ text, problem, onRemove }: TagChipProps) {
  return (
    <span
      className={classes["tag"]}
      data-problem={problem !== undefined || undefined}
      data-locked={onRemove === null || undefined}
      title={problem}
    >
      <bdi className="miw-0 breaks">{text}</bdi>
      {onRemove && (
        <button type="button" className={classes["remove"]} aria-label={`Remove ${text}`} onClick={onRemove}>
          <IconX size={14} aria-hidden="true" />
        </button>
      )}
    </span>
  );
}
