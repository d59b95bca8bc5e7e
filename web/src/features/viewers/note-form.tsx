import { TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { KeyCap } from "../../ui/key-cap";
import classes from "./viewer-card.module.css";
import { type Card, useAddNote } from "./viewers.queries";

const LONGEST_NOTE = 1000;

/** Enter adds the note; it stays in the field when it could not be added. */
export function NoteForm({ card }: { card: Card }) {
  const [text, setText] = useState("");
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
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </form>
  );
}
