import { Menu, VisuallyHidden } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import { Link } from "react-router";
import { Switch } from "../../../ui/buttons/switch";
import { ListRow } from "../../../ui/list/list-row";
import { RowMenu } from "../../../ui/list/row-menu";
import { DeleteQueueDialog } from "../delete-queue-dialog";
import { MAY_NOT_MANAGE, sizeLabel, summaryOf } from "../queue-labels";
import type { Queue } from "../queue-types";
import { useSwitchQueue } from "../queues.queries";
import classes from "./queue-list.module.css";

interface QueueRowProps {
  channelId: string;
  queue: Queue;
  canManage: boolean;
}

export function QueueRow({ channelId, queue, canManage }: QueueRowProps) {
  const { mutate } = useSwitchQueue(channelId);
  return (
    <ListRow
      to={`/channels/${channelId}/queues/${queue.id}`}
      className={classes["columns"]}
      isOff={!queue.is_open}
      leading={
        <Switch
          label={`${queue.name} is open`}
          checked={queue.is_open}
          lockedBecause={canManage ? undefined : MAY_NOT_MANAGE}
          onChange={(open) => mutate({ queue, open })}
        />
      }
      name={<bdi>{queue.name}</bdi>}
      summary={<bdi>{summaryOf(queue)}</bdi>}
    >
      <span className={classes["playing"]}>
        <VisuallyHidden>Playing: </VisuallyHidden>
        {queue.counts.playing}
      </span>
      <span className="small muted digits nowrap ta-right">{sizeLabel(queue)}</span>
      {canManage && <QueueMenu channelId={channelId} queue={queue} />}
    </ListRow>
  );
}

function QueueMenu({ channelId, queue }: Omit<QueueRowProps, "canManage">) {
  const [isDeleting, deleting] = useDisclosure();
  return (
    <>
      <RowMenu label={`Actions for ${queue.name}`}>
        <Menu.Item
          component={Link}
          to={`/channels/${channelId}/queues/${queue.id}/edit`}
          leftSection={<IconPencil size={16} />}
        >
          Edit
        </Menu.Item>
        <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={deleting.open}>
          Delete
        </Menu.Item>
      </RowMenu>
      <DeleteQueueDialog
        channelId={channelId}
        queue={queue}
        opened={isDeleting}
        onClose={deleting.close}
        onLeave={() => undefined}
      />
    </>
  );
}
