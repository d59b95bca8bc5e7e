import { TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { readDraft, saveDraft } from "../../../lib/text/drafts";
import { KeyCap } from "../../../ui/key-cap";
import classes from "../viewer-card.module.css";
import { type Card, noteDraft, useAddNote } from "../viewers.queries";

const MAX_NOTE_LENGTH = 1000;

/** Field for a note, which Enter adds. The text is kept if adding fails or the card is closed. */
export function NoteForm({ card }: { card: Card }) {
  const [text, setText] = useState(() => readDraft(noteDraft(card)));
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
        maxLength={MAX_NOTE_LENGTH}
        autoComplete="off"
        readOnly={add.isPending}
        rightSectionWidth={56}
        rightSection={<KeyCap>Enter</KeyCap>}
        value={text}
        onChange={({ currentTarget: { value } }) => {
          saveDraft(noteDraft(card), value);
          setText(value);
        }}
      />
    </form>
  );
}
