import { DeleteDialog, type DeleteDialogState } from "../../ui/dialogs/delete-dialog";
import type { Queue } from "./queue-types";
import { useDeleteQueue } from "./queues.queries";

interface DeleteQueueDialogProps extends DeleteDialogState {
  channelId: string;
  queue: Pick<Queue, "id" | "name">;
}

export function DeleteQueueDialog({ channelId, queue, ...deleting }: DeleteQueueDialogProps) {
  const { mutate } = useDeleteQueue(channelId);
  return (
    <DeleteDialog
      {...deleting}
      title={`Delete ${queue.name}?`}
      message="This deletes the queue, everyone in it and its history. Points paid by those who wait are returned."
      onDelete={() => mutate(queue.id)}
    />
  );
}
