import { useDisclosure } from "@mantine/hooks";
import { useNavigate } from "react-router";
import { HistoryLink } from "../../../session/access/history-link";
import type { DraftBase } from "../../../ui/editor/drafts";
import { EditorHead } from "../../../ui/editor/editor-head";
import { EditorSheet } from "../../../ui/editor/editor-sheet";
import { useEditorSheet } from "../../../ui/editor/use-editor-sheet";
import { DeleteQueueDialog } from "../delete-queue-dialog";
import { MAY_NOT_MANAGE } from "../queue-labels";
import type { Queue, QueueDraft } from "../queue-types";
import classes from "./queue-editor.module.css";
import { QueueFields } from "./queue-fields";
import { useSaveQueue } from "./use-save-queue";

interface QueueEditorProps {
  channelId: string;
  /** Null for a new queue. */
  queue: Queue | null;
  saved: DraftBase<QueueDraft>;
  /** Whether another user deleted the queue while the editor was open. */
  isDeleted?: boolean;
  canManage: boolean;
}

/** Editor of the settings of a queue, beside the queue; for a new queue beside the list of queues. */
export function QueueEditor({ channelId, queue: loaded, saved, isDeleted = false, canManage }: QueueEditorProps) {
  // A deleted queue can only be saved as a new one.
  const queue = isDeleted ? null : loaded;
  const [isDeleting, deleting] = useDisclosure();
  const queues = `/channels/${channelId}/queues`;
  const sheet = useEditorSheet({
    list: queues,
    saved,
    isNew: queue === null,
    isDeleted,
    isLocked: !canManage,
    onSave: useSaveQueue(channelId, queue?.id ?? null),
  });
  const navigate = useNavigate();
  const close = () => void navigate(queue === null ? queues : `${queues}/${queue.id}`, { preventScrollReset: true });
  const title = sheet.form.draft.name.trim() || "New queue";
  return (
    <EditorSheet
      sheet={{ ...sheet, close }}
      item="queue"
      title={title}
      label={`Queue ${title}`}
      lockedBecause={`${MAY_NOT_MANAGE}.`}
      className={classes["parts"]}
      head={
        <EditorHead
          title={title}
          tools={queue && <HistoryLink section="queues" name={queue.name} />}
          isSaved={queue !== null}
          onDelete={queue && canManage ? deleting.open : null}
          onClose={close}
        />
      }
    >
      <QueueFields channelId={channelId} form={sheet.form} />
      {queue && (
        <DeleteQueueDialog
          channelId={channelId}
          queue={queue}
          opened={isDeleting}
          onClose={deleting.close}
          onLeave={() => sheet.leave(queues)}
        />
      )}
    </EditorSheet>
  );
}
