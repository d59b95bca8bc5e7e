import { NativeSelect, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { fieldErrors } from "../../api/errors";
import type { Notice } from "../../api/types";
import { BusyButton } from "../../ui/buttons/busy-button";
import { LEVEL_LABELS } from "./notice-levels";
import classes from "./notices.module.css";
import { useCreateNotice } from "./notices.queries";

const MAX_NOTICE_LENGTH = 300;
const LEVELS = Object.entries(LEVEL_LABELS).map(([value, label]) => ({ value, label }));

export function NoticeForm() {
  const [text, setText] = useState("");
  const [level, setLevel] = useState<Notice["level"]>("info");
  const [end, setEnd] = useState("");
  const create = useCreateNotice();
  const errors = fieldErrors(create.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const ends_at = end ? new Date(end).toISOString() : null;
    create.mutate({ text: text.trim(), level, ends_at }, { onSuccess: () => setText("") });
  };
  return (
    <form className={classes["form"]} onSubmit={submit}>
      <TextInput
        className={classes["wide"] ?? ""}
        label="Notice"
        placeholder="Maintenance at 18:00, about ten minutes"
        maxLength={MAX_NOTICE_LENGTH}
        value={text}
        error={errors["text"]}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <NativeSelect
        label="Level"
        data={LEVELS}
        value={level}
        onChange={(event) => setLevel(event.currentTarget.value as Notice["level"])}
      />
      <TextInput
        label="Ends (optional)"
        type="datetime-local"
        value={end}
        error={errors["ends_at"]}
        onChange={(event) => setEnd(event.currentTarget.value)}
      />
      <BusyButton type="submit" variant="filled" isDisabled={text.trim() === ""} isBusy={create.isPending}>
        Publish
      </BusyButton>
    </form>
  );
}
