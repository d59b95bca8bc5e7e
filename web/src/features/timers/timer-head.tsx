import { ActionIcon, Button, CloseButton, Tooltip } from "@mantine/core";
import { IconPlayerPlay, IconTrash } from "@tabler/icons-react";
import { CopyLink } from "../../ui/copy-link";
import editor from "../../ui/editor/editor.module.css";
import { Tag } from "../../ui/tag";
import { Countdown } from "./countdown";
import { useRunTimer } from "./run-timer";
import type { Timer } from "./timer-types";

interface TimerHeadProps {
  channelId: string;
  title: string;
  /** As it is saved; null for one that never was. */
  timer: Timer | null;
  canManage: boolean;
  onDelete: () => void;
  onClose: () => void;
}

export function TimerHead({ channelId, title, timer, canManage, onDelete, onClose }: TimerHeadProps) {
  return (
    <header className={editor["head"]}>
      <h2 className={editor["title"]}>
        <bdi>{title}</bdi>
      </h2>
      {timer && (
        <Tag>
          Next: <Countdown timer={timer} />
        </Tag>
      )}
      <span className={editor["tools"]}>
        {timer && canManage && <RunNow channelId={channelId} timer={timer} />}
        {timer && <CopyLink />}
        {timer && canManage && (
          <Tooltip label="Delete">
            <ActionIcon aria-label="Delete" onClick={onDelete}>
              <IconTrash size={17} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
        )}
        <CloseButton className={editor["close"] ?? ""} aria-label="Close" onClick={onClose} />
      </span>
    </header>
  );
}

function RunNow({ channelId, timer }: { channelId: string; timer: Timer }) {
  const { mutate, isPending } = useRunTimer(channelId);
  return (
    <Button
      size="xs"
      leftSection={<IconPlayerPlay size={14} />}
      loading={isPending || timer.is_running}
      onClick={() => mutate(timer)}
    >
      Run now
    </Button>
  );
}
