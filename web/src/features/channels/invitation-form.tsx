import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useNavigate } from "react-router";
import classes from "./invitation-form.module.css";
import { readInviteLink } from "./invite-link";

export function InvitationForm() {
  const navigate = useNavigate();
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string | null>(null);

  function open(event: FormEvent) {
    event.preventDefault();
    const link = readInviteLink(text);
    if ("problem" in link) setProblem(link.problem);
    else void navigate(link.path);
  }

  return (
    <form className="gap-8 flex align-flex-start" onSubmit={open} noValidate>
      <TextInput
        className={classes["field"] ?? ""}
        label="Invitation link"
        placeholder={`${window.location.origin}/channel-invite/…`}
        autoComplete="off"
        spellCheck={false}
        value={text}
        error={problem}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setProblem(null);
        }}
        data-autofocus
      />
      <Button type="submit" className={classes["button"] ?? ""}>
        Open
      </Button>
    </form>
  );
}
