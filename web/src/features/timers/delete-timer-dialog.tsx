import { DeleteDialog, type DeleteDialogState } from "../../ui/dialogs/delete-dialog";
import type { Timer } from "./timer-types";
import { useDeleteTimer } from "./timers.queries";

interface DeleteTimerDialogProps extends DeleteDialogState {
  channelId: string;
  timer: Pick<Timer, "id" | "name">;
}

export function DeleteTimerDialog({ channelId, timer, ...deleting }: DeleteTimerDialogProps) {
  const { mutate } = useDeleteTimer(channelId);
  return (
    <DeleteDialog
      {...deleting}
      title={`Delete ${timer.name}?`}
      message="This deletes the timer and its messages."
      onDelete={() => mutate(timer.id)}
    />
  );
}
