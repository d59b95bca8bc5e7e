import { Button, Group, TextInput, VisuallyHidden } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { messageOf } from "../../../api/errors";
import type { ApiTokenBody } from "../../../api/types";
import { BusyButton } from "../../../ui/buttons/busy-button";
import { Segments } from "../../../ui/buttons/segments";
import { Dialog } from "../../../ui/dialogs/dialog";
import { NewSecret } from "../../../ui/dialogs/new-secret";
import classes from "./api-tokens.module.css";
import { useCreateApiToken } from "./api-tokens.queries";
import { SCOPE_AREAS, type Scope, withScope } from "./token-scopes";

type Lifetime = ApiTokenBody["lifetime"];

const LIFETIMES: readonly { value: Lifetime; label: string }[] = [
  { value: "30_days", label: "30 days" },
  { value: "90_days", label: "90 days" },
  { value: "1_year", label: "1 year" },
  { value: "never", label: "Never" },
];
const MAX_NAME_LENGTH = 50;
const ABOUT_SECRET = "This is the only time it's shown. Anyone who has it can do what it allows.";

/** Dialog with the form for a new token; then shows the secret, which cannot be shown again. */
export function NewTokenDialog({ onClose }: { onClose: () => void }) {
  const create = useCreateApiToken();
  const secret = create.data?.secret;
  return (
    // A click beside the dialog must not lose the secret.
    <Dialog
      opened
      onClose={onClose}
      title={secret ? "Copy your token" : "New API token"}
      size={520}
      closeOnClickOutside={!secret}
    >
      {secret ? (
        <NewSecret secret={secret} noun="token" label="API token" about={ABOUT_SECRET} onClose={onClose} />
      ) : (
        <TokenForm
          isBusy={create.isPending}
          error={create.isError ? messageOf(create.error) : null}
          onSubmit={create.mutate}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

interface TokenFormProps {
  isBusy: boolean;
  error: string | null;
  onSubmit: (body: ApiTokenBody) => void;
  onClose: () => void;
}

function TokenForm({ isBusy, error, onSubmit, onClose }: TokenFormProps) {
  const [name, setName] = useState("");
  const [lifetime, setLifetime] = useState<Lifetime>("90_days");
  const [scopes, setScopes] = useState<Scope[]>([]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit({ name: name.trim(), lifetime, scopes });
  };
  return (
    <form onSubmit={submit} className="column gap-16">
      <TextInput
        label="Name"
        description="Where you use it. The audit log shows it next to your name."
        placeholder="Stream Deck"
        maxLength={MAX_NAME_LENGTH}
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={error}
      />
      <div className="column gap-4">
        <span aria-hidden="true">Expires</span>
        <Segments isFull label="Expires" value={lifetime} options={LIFETIMES} onChange={setLifetime} />
      </div>
      <ScopesField scopes={scopes} onChange={setScopes} />
      <Group justify="flex-end" gap={8}>
        <Button onClick={onClose}>Cancel</Button>
        <BusyButton
          type="submit"
          variant="filled"
          isBusy={isBusy}
          isDisabled={name.trim() === "" || scopes.length === 0}
        >
          Create token
        </BusyButton>
      </Group>
    </form>
  );
}

interface ScopesFieldProps {
  scopes: readonly Scope[];
  onChange: (scopes: Scope[]) => void;
}

/** Table with a row per area and checkboxes for viewing and changing the area. */
function ScopesField({ scopes, onChange }: ScopesFieldProps) {
  const box = (scope: Scope | undefined, label: string) =>
    scope && (
      <input
        type="checkbox"
        className={classes["checkbox"]}
        aria-label={label}
        checked={scopes.includes(scope)}
        onChange={(event) => onChange(withScope(scopes, scope, event.currentTarget.checked))}
      />
    );
  return (
    <table className={classes["scopes"]}>
      <caption className="small muted">
        It can do this in each of your channels, as far as your role there allows.
      </caption>
      <thead>
        <tr>
          <th scope="col">
            <VisuallyHidden>Area</VisuallyHidden>
          </th>
          <th scope="col">View</th>
          <th scope="col">Change</th>
        </tr>
      </thead>
      <tbody>
        {SCOPE_AREAS.map(({ title, view, change }) => (
          <tr key={title}>
            <th scope="row">{title}</th>
            <td>{box(view, `View ${title}`)}</td>
            <td>{box(change, `Change ${title}`)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
