import { Button, NativeSelect, Textarea } from "@mantine/core";
import { type ClipboardEvent, type KeyboardEvent, useState } from "react";
import type { Term } from "../filter-types";
import { KIND_HELP, KINDS, kindOf } from "./term-kinds";
import { type AddedTerms, addedMessage, addTerms, type TermList, unaddedOf } from "./terms";
import classes from "./terms.module.css";

// Terms over the limit stay in the field; if they are so many that it would take seconds to lay them out, only those
// that were in it before.
const MAX_LEFT = 1_000;

interface AddTermsProps extends TermList {
  onChange: (part: Partial<TermList>) => void;
}

export function AddTerms({ rows, unadded, onChange }: AddTermsProps) {
  const [lastKind, setLastKind] = useState<Term["kind"]>("phrase");
  const [result, setResult] = useState<AddedTerms | null>(null);
  const { text, kind } = unadded ?? { text: "", kind: lastKind };

  function enter(entered: Term) {
    setLastKind(entered.kind);
    onChange({ unadded: entered.text === "" ? undefined : entered });
  }

  function add(entered: string) {
    const added = addTerms(rows, entered, kind);
    const { overLimit } = added.overLimit.length > MAX_LEFT ? addTerms(added.rows, text, kind) : added;
    setResult(added.added + added.repeated + added.overLimit.length > 0 ? added : null);
    onChange({ rows: added.rows, unadded: unaddedOf(overLimit, kind) });
  }

  function keyDown(event: KeyboardEvent) {
    // Enter that ends an IME composition is ignored.
    if (event.nativeEvent.isComposing || event.key !== "Enter" || event.shiftKey) return;
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
    <div className="column gap-8 miw-0">
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
        onChange={(event) => enter({ kind, text: event.currentTarget.value })}
        onKeyDown={keyDown}
        onPaste={paste}
      />
      <div className="row gap-8 wrap">
        <NativeSelect
          className={classes["kind"] ?? ""}
          aria-label="Type of new terms"
          data={KINDS}
          value={kind}
          onChange={(event) => enter({ text, kind: kindOf(event.currentTarget.value) })}
        />
        <Button onClick={() => add(text)} disabled={text.trim() === ""}>
          Add
        </Button>
        <output className="small grow muted">{result && addedMessage(result)}</output>
      </div>
    </div>
  );
}
