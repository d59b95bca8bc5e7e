import { ActionIcon, NativeSelect, TextInput } from "@mantine/core";
import { IconPlus, IconSelector, IconTrash } from "@tabler/icons-react";
import { asSentence } from "../../lib/sentence";
import type { Pattern } from "../../ui/template/new-command";
import classes from "./command.module.css";
import { MOST_PATTERNS, PATTERN_KINDS, PATTERN_LIMIT } from "./command-words";
import type { Editing } from "./editing";

const NEW_PATTERN: Pattern = { kind: "phrase", text: "" };

/** What is answered although nobody typed the command: words or a phrase anywhere in a message. */
export function PatternLines({ draft, change, errorOf, isLocked }: Editing) {
  const { patterns } = draft;
  const set = (place: number, part: Partial<Pattern>) =>
    change({ patterns: patterns.map((each, at) => (at === place ? { ...each, ...part } : each)) });
  return (
    <div>
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
            <ActionIcon
              aria-label={`Remove phrase ${place + 1}`}
              onClick={() => change({ patterns: patterns.filter((_, at) => at !== place) })}
            >
              <IconTrash size={16} stroke={1.6} />
            </ActionIcon>
          )}
        </div>
      ))}
      {errorOf("patterns") && <p className={classes["problem"]}>{errorOf("patterns")}</p>}
      {!isLocked && patterns.length < MOST_PATTERNS && (
        <button
          type="button"
          className={classes["tool"]}
          onClick={() => change({ patterns: [...patterns, NEW_PATTERN] })}
        >
          <IconPlus size={14} aria-hidden="true" />
          Add a phrase
        </button>
      )}
    </div>
  );
}

function kindOf(value: string): Pattern["kind"] {
  return PATTERN_KINDS.find((kind) => kind.value === value)?.value ?? NEW_PATTERN.kind;
}

function errorWords(message: string | undefined): string | undefined {
  return message === undefined ? undefined : asSentence("This", message);
}
