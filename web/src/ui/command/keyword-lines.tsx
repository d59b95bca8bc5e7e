import { ActionIcon, NativeSelect, TextInput } from "@mantine/core";
import { IconPlus, IconSelector, IconTrash } from "@tabler/icons-react";
import { useRef } from "react";
import { asSentence } from "../../lib/text/sentence";
import { useFocusAfterRender } from "../focus/use-focus-after-render";
import type { CommandFieldProps } from "./command-field-props";
import classes from "./command-fields.module.css";
import { MAX_PATTERN_LENGTH, MAX_PATTERNS, PATTERN_KINDS } from "./command-options";
import type { Pattern } from "./new-command";

const NEW_PATTERN: Pattern = { kind: "phrase", text: "" };

/** Fields for the keywords that trigger the command anywhere in a message. */
export function KeywordLines({ draft, change, errorOf, isLocked = false }: CommandFieldProps) {
  const { patterns } = draft;
  const lines = useRef<HTMLDivElement>(null);
  const focus = useFocusAfterRender(lines);
  const add = () => {
    change({ patterns: [...patterns, NEW_PATTERN] });
    focus(fieldAt(patterns.length));
  };
  const remove = (index: number) => {
    change({ patterns: patterns.filter((_, at) => at !== index) });
    // The focused button is removed with its line.
    focus(patterns.length === 1 ? "[data-add]" : fieldAt(Math.min(index, patterns.length - 2)));
  };
  const set = (index: number, part: Partial<Pattern>) =>
    change({ patterns: patterns.map((each, at) => (at === index ? { ...each, ...part } : each)) });
  return (
    <div ref={lines}>
      <h3 className="medium fw-500 mb-4">Keywords</h3>
      <p className="small muted mt-4">Also trigger when a message contains one of these.</p>
      {patterns.map((pattern, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: keywords have no id
        <div key={index} className={classes["pattern"]}>
          <NativeSelect
            size="xs"
            rightSection={<IconSelector size={15} stroke={1.9} />}
            aria-label={`Type of keyword ${index + 1}`}
            data={[...PATTERN_KINDS]}
            value={pattern.kind}
            disabled={isLocked}
            onChange={(event) => set(index, { kind: kindOf(event.currentTarget.value) })}
          />
          <TextInput
            size="xs"
            aria-label={`Keyword ${index + 1}`}
            maxLength={MAX_PATTERN_LENGTH}
            autoComplete="off"
            spellCheck={false}
            placeholder={pattern.kind === "regex" ? "when.*stream" : "when is the next stream"}
            value={pattern.text}
            error={errorText(errorOf(`patterns.${index}.text`))}
            disabled={isLocked}
            onChange={(event) => set(index, { text: event.currentTarget.value })}
          />
          {!isLocked && (
            <ActionIcon aria-label={`Remove keyword ${index + 1}`} onClick={() => remove(index)}>
              <IconTrash size={16} stroke={1.6} />
            </ActionIcon>
          )}
        </div>
      ))}
      {errorOf("patterns") && <p className="small red mt-4">{errorOf("patterns")}</p>}
      {!isLocked && patterns.length < MAX_PATTERNS && (
        <button type="button" className={classes["tool"]} data-add onClick={add}>
          <IconPlus size={14} aria-hidden="true" />
          Add keyword
        </button>
      )}
    </div>
  );
}

function fieldAt(index: number): string {
  return `input[aria-label="Keyword ${index + 1}"]`;
}

function kindOf(value: string): Pattern["kind"] {
  return PATTERN_KINDS.find((kind) => kind.value === value)?.value ?? NEW_PATTERN.kind;
}

function errorText(message: string | undefined): string | undefined {
  return message === undefined ? undefined : asSentence("Keyword", message);
}
