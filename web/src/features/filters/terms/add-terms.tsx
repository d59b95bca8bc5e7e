import { Button, NativeSelect, Textarea } from "@mantine/core";
import { type ClipboardEvent, type KeyboardEvent, useState } from "react";
import type { Term } from "../filter-types";
import { KIND_HELP, KINDS, kindOf } from "./term-kinds";
import { type AddedTerms, addedMessage, addTerms, type TermRow } from "./terms";
import classes from "./terms.module.css";

// Terms over the limit stay in the field, unless they are so many that the field would take seconds to lay them out.
const MAX_LEFT = 1_000;

interface AddTermsProps {
  rows: readonly TermRow[];
  onChange: (rows: TermRow[]) => void;
}

export function AddTerms({ rows, onChange }: AddTermsProps) {
  const [text, setText] = useState("");
  const [kind, setKind] = useState<Term["kind"]>("phrase");
  const [result, setResult] = useState<AddedTerms | null>(null);

  function add(entered: string) {
    const added = addTerms(rows, entered, kind);
    setText(added.overLimit.length > MAX_LEFT ? "" : added.overLimit.map((term) => `${term}\n`).join(""));
    setResult(added.added + added.repeated + added.overLimit.length > 0 ? added : null);
    if (added.added > 0) onChange(added.rows);
  }

  function keyDown(event: KeyboardEvent) {
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    add(text);
  }

  // A pasted list skips the textarea, which takes seconds to lay out ten thousand lines.
  function paste(event: ClipboardEvent<HTMLTextAreaElement>) {
    const pasted = event.clipboardData.getData("text");
    if (!/[\r\n]/.test(pasted.trim())) return;
    event.preventDefault();
    const { selectionStart, selectionEnd } = event.currentTarget;
    add(`${text.slice(0, selectionStart)}${pasted}${text.slice(selectionEnd)}`);
  }

  return (
    <div className={classes["form"]}>
      <Textarea
        label="Add terms"
        description={KIND_HELP[kind]}
        inputWrapperOrder={["label", "input", "description"]}
        placeholder="One per line"
        classNames={{ input: classes["text"] ?? "" }}
        rows={2}
        value={text}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={keyDown}
        onPaste={paste}
      />
      <div className={classes["bar"]}>
        <NativeSelect
          className={classes["kind"] ?? ""}
          aria-label="Type of new terms"
          data={KINDS}
          value={kind}
          onChange={(event) => setKind(kindOf(event.currentTarget.value))}
        />
        <Button onClick={() => add(text)} disabled={text.trim() === ""}>
          Add
        </Button>
        <output className={classes["result"]}>{result && addedMessage(result)}</output>
      </div>
    </div>
  );
}
