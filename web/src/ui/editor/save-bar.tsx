import { Button } from "@mantine/core";
import { KeyCap } from "../key-cap";
import classes from "./editor.module.css";

interface SaveBarProps {
  isDirty: boolean;
  isTouched: boolean;
  isSaving: boolean;
  onDiscard: () => void;
  onSave: () => void;
}

/** The foot of an editor. */
export function SaveBar({ isDirty, isTouched, isSaving, onDiscard, onSave }: SaveBarProps) {
  return (
    <footer className={classes["foot"]}>
      {isTouched && (
        <span className={classes["unsaved"]} role="status">
          <span className={classes["dot"]} />
          Unsaved changes
        </span>
      )}
      <span className={classes["save"]}>
        {isTouched && (
          <Button variant="subtle" onClick={onDiscard}>
            Discard
          </Button>
        )}
        <Button
          variant="filled"
          loading={isSaving}
          disabled={!isDirty}
          onClick={onSave}
          rightSection={<KeyCap>Ctrl S</KeyCap>}
        >
          Save
        </Button>
      </span>
    </footer>
  );
}
