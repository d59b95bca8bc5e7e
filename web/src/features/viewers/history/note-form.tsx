import { TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { draftAt, keepDraft } from "../../../lib/text/drafts";
import { KeyCap } from "../../../ui/key-cap";
import classes from "../viewer-card.module.css";
import { type Card, noteDraft, useAddNote } from "../viewers.queries";

const LONGEST_NOTE = 1000;

/** Enter adds the note; it stays in the field when it could not be added, and is there again when the card is. */
export function NoteForm({ card }: { card: Card }) {
  const [text, setText] = useState(() => draftAt(noteDraft(card)));
  const add = useAddNote(card);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== "") add.mutate(text.trim(), { onSuccess: () => setText("") });
  };
  return (
    <form className={classes["foot"]} onSubmit={submit}>
      <TextInput
        aria-label="Add a note for the team"
        placeholder="Add a note for the team"
        maxLength={LONGEST_NOTE}
        autoComplete="off"
        readOnly={add.isPending}
        rightSectionWidth={56}
        rightSection={<KeyCap>Enter</KeyCap>}
        value={text}
        onChange={({ currentTarget: { value } }) => {
          keepDraft(noteDraft(card), value);
          setText(value);
        }}
      />
    </form>
  );
}
