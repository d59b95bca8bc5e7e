import { ActionIcon, NativeSelect, TextInput } from "@mantine/core";
import { IconPlus, IconSelector, IconTrash } from "@tabler/icons-react";
import { useRef } from "react";
import { asSentence } from "../../../lib/text/sentence";
import type { Pattern } from "../../../ui/command/new-command";
import { useFocusAfter } from "../../../ui/focus/use-focus-after";
import { MOST_PATTERNS, PATTERN_KINDS, PATTERN_LIMIT } from "../command-labels";
import classes from "./command-editor.module.css";
import type { Editing } from "./form-props";

const NEW_PATTERN: Pattern = { kind: "phrase", text: "" };

/** What is answered although nobody typed the command: words or a phrase anywhere in a message. */
export function PatternLines({ draft, change, errorOf, isLocked }: Editing) {
  const { patterns } = draft;
  const lines = useRef<HTMLDivElement>(null);
  const focus = useFocusAfter(lines);
  const add = () => {
    change({ patterns: [...patterns, NEW_PATTERN] });
    focus(fieldAt(patterns.length));
  };
  const remove = (place: number) => {
    change({ patterns: patterns.filter((_, at) => at !== place) });
    // Its button goes with it.
    focus(patterns.length === 1 ? "[data-add]" : fieldAt(Math.min(place, patterns.length - 2)));
  };
  const set = (place: number, part: Partial<Pattern>) =>
    change({ patterns: patterns.map((each, at) => (at === place ? { ...each, ...part } : each)) });
  return (
    <div ref={lines}>
      <h3 className={classes["label"]}>Phrases</h3>
      <p className={classes["help"]}>Answers a message that contains one of these, wherever it stands.</p>
      {patterns.map((pattern, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no names; all of them follow what is typed.
        <div key={place} className={classes["pattern"]}>
          <NativeSelect
            size="xs"
            rightSection={<IconSelector size={15} stroke={1.9} />}
            aria-label={`Kind of phrase ${place + 1}`}
            data={[...PATTERN_KINDS]}
            value={pattern.kind}
            disabled={isLocked}
            onChange={(event) => set(place, { kind: kindOf(event.currentTarget.value) })}
          />
          <TextInput
            size="xs"
            className={classes["patternText"] ?? ""}
            aria-label={`Phrase ${place + 1}`}
            maxLength={PATTERN_LIMIT}
            autoComplete="off"
            spellCheck={false}
            placeholder={pattern.kind === "regex" ? "when.*stream" : "when is the next stream"}
            value={pattern.text}
            error={errorWords(errorOf(`patterns.${place}.text`))}
            disabled={isLocked}
            onChange={(event) => set(place, { text: event.currentTarget.value })}
          />
          {!isLocked && (
            <ActionIcon aria-label={`Remove phrase ${place + 1}`} onClick={() => remove(place)}>
              <IconTrash size={16} stroke={1.6} />
            </ActionIcon>
          )}
        </div>
      ))}
      {errorOf("patterns") && <p className={classes["problem"]}>{errorOf("patterns")}</p>}
      {!isLocked && patterns.length < MOST_PATTERNS && (
        <button type="button" className={classes["tool"]} data-add onClick={add}>
          <IconPlus size={14} aria-hidden="true" />
          Add a phrase
        </button>
      )}
    </div>
  );
}

function fieldAt(place: number): string {
  return `input[aria-label="Phrase ${place + 1}"]`;
}

function kindOf(value: string): Pattern["kind"] {
  return PATTERN_KINDS.find((kind) => kind.value === value)?.value ?? NEW_PATTERN.kind;
}

function errorWords(message: string | undefined): string | undefined {
  return message === undefined ? undefined : asSentence("This", message);
}
