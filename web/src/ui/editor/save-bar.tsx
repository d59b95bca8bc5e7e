import { Button } from "@mantine/core";
import { KeyCap } from "../key-cap";
import classes from "./editor.module.css";
import type { EditorForm } from "./use-editor-form";

/** What is not saved yet, and the buttons for it. */
export function SaveBar<Draft>({ form }: { form: EditorForm<Draft> }) {
  const { isDirty, isTouched, isSaving } = form;
  return (
    <>
      {isTouched && (
        <span className={classes["unsaved"]} role="status">
          <span className={classes["dot"]} />
          Unsaved changes
        </span>
      )}
      <span className={classes["save"]}>
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
    </>
  );
}
