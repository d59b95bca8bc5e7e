import { Button } from "@mantine/core";
import { KeyCap } from "../../ui/key-cap";
import classes from "./editor.module.css";
import type { FilterForm } from "./use-filter-form";

export function SaveBar({ form }: { form: FilterForm }) {
  const { isDirty, isTouched, isSaving, isLocked } = form;
  if (isLocked) return null;
  return (
    <span className={classes["save"]}>
      {isTouched && (
        <span className={classes["unsaved"]} role="status">
          <span className={classes["dot"]} />
          Unsaved changes
        </span>
      )}
      {isTouched && (
        <Button variant="subtle" onClick={form.discard}>
          Discard
        </Button>
      )}
      <Button
        variant="filled"
        loading={isSaving}
        disabled={!isDirty}
        onClick={form.save}
        rightSection={<KeyCap>Ctrl S</KeyCap>}
      >
        Save
      </Button>
    </span>
  );
}
