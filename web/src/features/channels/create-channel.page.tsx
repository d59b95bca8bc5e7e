import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { Link, useNavigate } from "react-router";
import { fieldErrors } from "../../api/errors";
import { useGate } from "../../lib/press-gate";
import { asSentence } from "../../lib/text/sentence";
import { BusyButton } from "../../ui/buttons/busy-button";
import { ErrorPanel } from "../../ui/page/error-panel";
import { PageTitle } from "../../ui/page/page-title";
import { Panel } from "../../ui/panel";
import { displayNameProblem, MAX_NAME_LENGTH, nameLength } from "./channel-name";
import { useCreateChannel } from "./channels.queries";
import classes from "./create-channel.module.css";

export function CreateChannelPage() {
  const navigate = useNavigate();
  const { mutate, error, isPending, isSuccess, reset } = useCreateChannel();
  const gate = useGate();
  const isBusy = isPending || isSuccess;
  const [name, setName] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const rejected = fieldErrors(error)["display_name"];

  function create(event: FormEvent) {
    event.preventDefault();
    const found = displayNameProblem(name);
    setProblem(found);
    if (found || !gate.enter()) return;
    mutate(name.trim(), { onSuccess: (channel) => void navigate(`/channels/${channel.id}`), onError: gate.open });
  }

  function change(value: string) {
    // A reset would cancel the callbacks of the running request, and with them the redirect to the new channel.
    if (isBusy) return;
    setName(value);
    setProblem(null);
    reset();
  }

  return (
    <div className={classes["page"]}>
      <PageTitle>Create channel</PageTitle>
      {error && !rejected && <ErrorPanel error={error} />}
      <Panel className={classes["panel"] ?? ""}>
        <form className={classes["form"]} onSubmit={create} noValidate>
          <div>
            <h1>Create channel</h1>
            <p className="muted">You can connect platforms and invite your team next.</p>
          </div>
          <NameField value={name} error={problem ?? (rejected && asSentence("The name", rejected))} onChange={change} />
          <div className="gap-8 flex justify-end">
            <Button component={Link} to="/" variant="subtle">
              Cancel
            </Button>
            <BusyButton type="submit" variant="filled" isBusy={isBusy}>
              Create channel
            </BusyButton>
          </div>
        </form>
      </Panel>
    </div>
  );
}

interface NameFieldProps {
  value: string;
  error: string | null | undefined;
  onChange: (value: string) => void;
}

function NameField({ value, error, onChange }: NameFieldProps) {
  return (
    <TextInput
      label="Channel name"
      description="Visible to your team"
      inputWrapperOrder={["label", "input", "description", "error"]}
      autoComplete="off"
      autoFocus
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
      rightSectionWidth={56}
      rightSection={
        <span className="fs-small digits faint">
          {nameLength(value)}/{MAX_NAME_LENGTH}
        </span>
      }
    />
  );
}
