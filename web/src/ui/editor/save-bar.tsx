import { BusyButton } from "../buttons/busy-button";
import { KeyCap } from "../key-cap";
import classes from "./editor.module.css";
import { focusTitle } from "./focus-title";
import type { EditorForm } from "./use-editor-form";

/** Unsaved state with Discard and Save. */
export function SaveBar<Draft>({ form }: { form: EditorForm<Draft> }) {
  const { needsSave, hasChanges, isSaving } = form;
  return (
    <>
      {hasChanges && (
        <span className="inline-row small gap-8 muted nowrap" role="status">
          <span className={classes["dot"]} />
          Unsaved changes
        </span>
      )}
      <span className={classes["save"]}>
        {hasChanges && (
          <BusyButton
            variant="subtle"
            isBusy={false}
            // A running save cannot be discarded.
            isDisabled={isSaving}
            onClick={(event) => {
              form.discard();
              focusTitle(event.currentTarget);
            }}
          >
            Discard
          </BusyButton>
        )}
        <BusyButton
          variant="filled"
          isBusy={isSaving}
          isDisabled={!needsSave}
          onClick={form.save}
          rightSection={<KeyCap>Ctrl S</KeyCap>}
        >
          Save
        </BusyButton>
      </span>
    </>
  );
}
