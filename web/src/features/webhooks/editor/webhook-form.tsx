import { Button, Group, TextInput } from "@mantine/core";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { fieldErrors, messageOf } from "../../../api/errors";
import { asSentence } from "../../../lib/text/sentence";
import { BusyButton } from "../../../ui/buttons/busy-button";
import { LabelledSwitch } from "../../../ui/buttons/switch";
import { isConflict } from "../../../ui/editor/version";
import { addressLabel, MAX_NAME_LENGTH, MAX_URL_LENGTH } from "../webhook-labels";
import type { Webhook, WebhookBody } from "../webhook-types";
import classes from "../webhooks.module.css";
import { type Problems, problemsOf } from "./draft";
import { EventsField } from "./events-field";

interface WebhookFormProps {
  /** Null for a new webhook. */
  webhook: Webhook | null;
  draft: WebhookBody;
  /** Error of the last request. */
  failure: Error | null;
  isBusy: boolean;
  onChange: (draft: WebhookBody) => void;
  onSubmit: () => void;
  /** Replaces the draft with the version that another user saved meanwhile. */
  onReload: () => void;
  onOverwrite: () => void;
  onCancel: () => void;
}

export function WebhookForm(props: WebhookFormProps) {
  const { webhook, draft, failure, isBusy, onChange, onSubmit, onCancel } = props;
  const [missing, setMissing] = useState<Problems>({});
  const errors = { ...serverProblems(failure), ...missing };
  const form = useFocusOnProblem(missing, failure);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = problemsOf(draft, webhook === null);
    setMissing(found);
    if (Object.keys(found).length === 0) onSubmit();
  };
  const change = (fields: Partial<WebhookBody>) => onChange({ ...draft, ...fields });
  return (
    <form ref={form} onSubmit={submit} noValidate className="column gap-16">
      <Notice {...props} />
      <TextInput
        label="Name"
        placeholder="Discord relay"
        maxLength={MAX_NAME_LENGTH}
        autoComplete="off"
        data-autofocus
        value={draft.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
        error={errors.name}
      />
      <TextInput
        label="URL"
        description={
          webhook
            ? "Leave it empty to keep the current one."
            : "Called with POST and JSON. Stored encrypted and not shown again."
        }
        placeholder={webhook ? addressLabel(webhook) : "https://example.com/greenroom"}
        inputMode="url"
        maxLength={MAX_URL_LENGTH}
        autoComplete="off"
        spellCheck={false}
        value={draft.url}
        onChange={(event) => change({ url: event.currentTarget.value })}
        error={errors.url}
      />
      <EventsField events={draft.events} onChange={(events) => change({ events })} error={errors.events} />
      <LabelledSwitch label="Enabled" checked={draft.enabled} onChange={(enabled) => change({ enabled })} />
      <Group justify="flex-end" gap={8}>
        <Button onClick={onCancel}>Cancel</Button>
        <BusyButton type="submit" variant="filled" isBusy={isBusy}>
          {webhook ? "Save" : "Create webhook"}
        </BusyButton>
      </Group>
    </form>
  );
}

/** The error message of the server, unless the error belongs to a field. */
function Notice({ failure, isBusy, onReload, onOverwrite }: WebhookFormProps) {
  if (!failure || Object.keys(serverProblems(failure)).length > 0) return null;
  return (
    <div className={classes["notice"]} data-conflict={isConflict(failure) || undefined} role="alert">
      <p>{messageOf(failure)}</p>
      {isConflict(failure) && (
        <Group gap={8}>
          <Button size="xs" onClick={onReload}>
            Reload
          </Button>
          <BusyButton size="xs" variant="subtle" isBusy={isBusy} onClick={onOverwrite}>
            Overwrite
          </BusyButton>
        </Group>
      )}
    </div>
  );
}

const SUBJECTS = { name: "The name", url: "The URL", events: "The choice of events" } as const;

/** Errors of the server by field, as sentences. */
function serverProblems(failure: Error | null): Problems {
  const messages = fieldErrors(failure);
  const fields = ["name", "url", "events"] as const;
  return Object.fromEntries(
    fields.flatMap((field) => {
      const message = messages[field];
      return message === undefined ? [] : [[field, asSentence(SUBJECTS[field], message)]];
    }),
  );
}

/** Focuses the first invalid field after an error, because the field may be out of view. */
function useFocusOnProblem(missing: Problems, failure: Error | null) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.keys(missing).length === 0 && !failure) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [missing, failure]);
  return form;
}
