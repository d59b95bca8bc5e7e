import { ActionIcon, Button, Menu, Tooltip } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import {
  IconArrowLeft,
  IconEraser,
  IconExternalLink,
  IconPencil,
  IconPictureInPictureOn,
  IconTrash,
} from "@tabler/icons-react";
import { Link, useNavigate } from "react-router";
import { DeleteItem } from "../../../session/channel-list/delete-item";
import { useItemSwitch } from "../../../session/channel-list/use-item-switch";
import { LabelledSwitch } from "../../../ui/buttons/switch";
import { ConfirmDialog } from "../../../ui/dialogs/confirm-dialog";
import { RowMenu } from "../../../ui/list/row-menu";
import classes from "../queue.module.css";
import { MAY_NOT_MANAGE } from "../queue-labels";
import { queueList } from "../queue-list";
import type { Queue } from "../queue-types";
import { openSwitch, type QueuePath, queues, useClearQueue } from "../queues.queries";

const POPOUT_SIZE = "popup,width=420,height=800";

interface QueueHeadProps {
  path: QueuePath;
  queue: Queue;
  canManage: boolean;
  /** Whether the queue is in its own window, without links to other screens. */
  isPopout: boolean;
}

export function QueueHead({ path, queue, canManage, isPopout }: QueueHeadProps) {
  const { channelId } = path;
  const { mutate } = useItemSwitch(queues, openSwitch, channelId);
  const list = `/channels/${channelId}/queues`;
  const popOut = () => window.open(`/popout${list}/${queue.id}`, "_blank", POPOUT_SIZE);
  return (
    <header className={classes["head"]}>
      {!isPopout && (
        <Tooltip label="All queues">
          <ActionIcon component={Link} to={list} aria-label="All queues">
            <IconArrowLeft size={17} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      )}
      <h1 className="miw-0 breaks">
        <bdi>{queue.name}</bdi>
      </h1>
      <LabelledSwitch
        label={queue.is_open ? "Open" : "Closed"}
        checked={queue.is_open}
        lockedBecause={canManage ? undefined : MAY_NOT_MANAGE}
        onChange={(isOn) => mutate({ item: queue, isOn })}
      />
      {!isPopout && (
        <span className="row gap-8 wrap ml-auto">
          <Button leftSection={<IconPictureInPictureOn size={16} />} onClick={popOut}>
            Pop out
          </Button>
          {canManage && (
            <Button component={Link} to={`${list}/${queue.id}/edit`} leftSection={<IconPencil size={16} />}>
              Edit queue
            </Button>
          )}
          {(canManage || queue.is_public) && <QueueMenu path={path} queue={queue} canManage={canManage} />}
        </span>
      )}
      {queue.description !== "" && (
        <p className={classes["about"]}>
          <bdi>{queue.description}</bdi>
        </p>
      )}
    </header>
  );
}

function QueueMenu({ path, queue, canManage }: Omit<QueueHeadProps, "isPopout">) {
  const navigate = useNavigate();
  const [isClearing, clearing] = useDisclosure();
  const [isDeleting, deleting] = useDisclosure();
  const { mutate } = useClearQueue(path);
  const { channelId } = path;
  return (
    <>
      <RowMenu label={`Actions for ${queue.name}`}>
        {queue.is_public && (
          <Menu.Item
            component="a"
            href={`/c/${channelId}/queues/${queue.id}`}
            target="_blank"
            rel="noreferrer"
            leftSection={<IconExternalLink size={16} />}
          >
            Public page
          </Menu.Item>
        )}
        {canManage && (
          <>
            <Menu.Item leftSection={<IconEraser size={16} />} onClick={clearing.open}>
              Clear
            </Menu.Item>
            <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={deleting.open}>
              Delete
            </Menu.Item>
          </>
        )}
      </RowMenu>
      <ConfirmDialog
        opened={isClearing}
        title={`Clear ${queue.name}?`}
        message="Everyone who waits or is called is removed and gets their points back. A new session begins."
        verb="Clear"
        danger
        onConfirm={() => {
          clearing.close();
          mutate();
        }}
        onClose={clearing.close}
      />
      <DeleteItem
        list={queueList}
        channelId={channelId}
        item={queue}
        opened={isDeleting}
        onClose={deleting.close}
        onLeave={() => void navigate(`/channels/${channelId}/queues`, { replace: true })}
      />
    </>
  );
}
