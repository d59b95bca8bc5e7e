import { IconCheck } from "@tabler/icons-react";
import { messageOf } from "../../../api/errors";
import classes from "../points.module.css";

interface SaveStateProps {
  isSaving: boolean;
  error: unknown;
  isLocked: boolean;
}

export function SaveState({ isSaving, error, isLocked }: SaveStateProps) {
  if (isLocked) return null;
  if (error && !isSaving) {
    return (
      <p className={classes["state"]} data-failed role="alert">
        Not saved: {messageOf(error)}
      </p>
    );
  }
  return (
    <p className={classes["state"]} role="status">
      {isSaving ? (
        "Saving…"
      ) : (
        <>
          <IconCheck size={14} aria-hidden="true" /> All changes saved
        </>
      )}
    </p>
  );
}
