import type { ReactNode } from "react";
import { ConfirmDialog } from "./confirm-dialog";

/** State of a delete confirmation, shared by rows and editors. */
export interface DeleteDialogState {
  opened: boolean;
  onClose: () => void;
  /** Closes the editor of the item, once the deletion is confirmed. */
  onLeave: () => void;
}

interface DeleteDialogProps extends DeleteDialogState {
  title: string;
  message: ReactNode;
  onDelete: () => void;
}

export function DeleteDialog({ opened, title, message, onClose, onLeave, onDelete }: DeleteDialogProps) {
  // The editor closes first: its item is about to disappear.
  function remove() {
    onClose();
    onLeave();
    onDelete();
  }

  return (
    <ConfirmDialog
      opened={opened}
      title={title}
      message={message}
      verb="Delete"
      danger
      onConfirm={remove}
      onClose={onClose}
    />
  );
}
