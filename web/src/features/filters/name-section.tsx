import { TextInput } from "@mantine/core";
import type { Editing } from "./editing";
import classes from "./editor.module.css";

export const NAME_LIMIT = 100;

export function NameSection({ draft, change, errorOf, isLocked }: Editing) {
  return (
    <TextInput
      className={classes["name"] ?? ""}
      label="Name"
      value={draft.name}
      maxLength={NAME_LIMIT}
      autoComplete="off"
      disabled={isLocked}
      error={errorOf("name")}
      onChange={(event) => change({ name: event.currentTarget.value })}
    />
  );
}
