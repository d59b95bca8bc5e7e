import { TextInput } from "@mantine/core";
import { useState } from "react";
import { LabelledSwitch } from "../../../ui/buttons/switch";
import classes from "../points.module.css";
import type { FormProps } from "./form-props";

const MAX_NAME_LENGTH = 45;

export function Names({ settings, onChange, lockedBecause }: FormProps) {
  return (
    <div className={classes["names"]}>
      <NameField
        label="Singular"
        saved={settings.name_singular}
        isLocked={lockedBecause !== undefined}
        onSave={(name_singular) => onChange({ name_singular })}
      />
      <NameField
        label="Plural"
        saved={settings.name_plural}
        isLocked={lockedBecause !== undefined}
        onSave={(name_plural) => onChange({ name_plural })}
      />
      <span className={classes["switches"]}>
        <LabelledSwitch
          label="Viewers can give"
          checked={settings.transfer}
          onChange={(transfer) => onChange({ transfer })}
          lockedBecause={lockedBecause}
        />
        <LabelledSwitch
          label="Public leaderboard"
          checked={settings.public_leaderboard}
          onChange={(public_leaderboard) => onChange({ public_leaderboard })}
          lockedBecause={lockedBecause}
        />
      </span>
    </div>
  );
}

interface NameFieldProps {
  label: string;
  saved: string;
  isLocked: boolean;
  onSave: (name: string) => void;
}

/** Field for a name; Enter or losing the focus saves it. */
function NameField({ label, saved, isLocked, onSave }: NameFieldProps) {
  // Null while the user does not edit the name, so that the field shows changes by other users.
  const [typed, setTyped] = useState<string | null>(null);
  const isEmpty = typed !== null && typed.trim() === "";
  const commit = () => {
    if (typed === null || isEmpty) return;
    setTyped(null);
    if (typed.trim() !== saved) onSave(typed.trim());
  };
  return (
    <TextInput
      label={label}
      value={typed ?? saved}
      disabled={isLocked}
      maxLength={MAX_NAME_LENGTH}
      error={isEmpty ? "Required" : undefined}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => event.key === "Enter" && commit()}
    />
  );
}
