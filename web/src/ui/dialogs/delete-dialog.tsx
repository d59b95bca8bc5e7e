import type { ReactNode } from "react";
import { ConfirmDialog } from "./confirm-dialog";

/** What a row and an editor say alike about a question to delete. */
export interface DeleteDialogState {
  opened: boolean;
  onClose: () => void;
  /** Leaves whatever shows it. */
  onLeave: () => void;
}

interface DeleteDialogProps extends DeleteDialogState {
  title: string;
  message: ReactNode;
  onDelete: () => void;
}

export function DeleteDialog({ opened, title, message, onClose, onLeave, onDelete }: DeleteDialogProps) {
  // The editor goes first: what it shows is about to be nothing.
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
