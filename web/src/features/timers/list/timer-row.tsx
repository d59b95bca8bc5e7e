import { Menu, VisuallyHidden } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconPlayerPlay, IconTrash } from "@tabler/icons-react";
import { platformName, usePlatforms, writablePlatforms } from "../../../api/platforms";
import { Switch } from "../../../ui/buttons/switch";
import { ListRow } from "../../../ui/list/list-row";
import { PlatformSlots } from "../../../ui/list/platform-slots";
import { RowMenu } from "../../../ui/list/row-menu";
import { useCloseIfOpen } from "../../../ui/list/use-close-if-open";
import { Countdown } from "../countdown/countdown";
import { DeleteTimerDialog } from "../delete-timer-dialog";
import { intervalLabel, MAY_NOT_MANAGE, problemOf, summaryOf } from "../timer-labels";
import type { Timer } from "../timer-types";
import classes from "../timers.module.css";
import { useSwitchTimer } from "../timers.queries";
import { useRunTimer } from "../use-run-timer";
import { postsTo } from "./target-platforms";

interface TimerRowProps {
  channelId: string;
  timer: Timer;
  canManage: boolean;
}

export function TimerRow({ channelId, timer, canManage }: TimerRowProps) {
  const { mutate } = useSwitchTimer(channelId);
  const platforms = usePlatforms();
  const problem = problemOf(timer, (provider) => platformName(platforms, provider));
  return (
    <ListRow
      to={`/channels/${channelId}/chat-timers/${timer.id}`}
      className={classes["columns"]}
      isOff={!timer.enabled}
      leading={
        <Switch
          label={`${timer.name} is on`}
          checked={timer.enabled}
          lockedBecause={canManage ? undefined : MAY_NOT_MANAGE}
          onChange={(enabled) => mutate({ timer, enabled })}
        />
      }
      name={<bdi>{timer.name}</bdi>}
      summary={<bdi>{summaryOf(timer.messages)}</bdi>}
      note={problem !== null && <span className={classes["problem"]}>{problem}</span>}
    >
      <span className={classes["interval"]}>
        <VisuallyHidden>Every </VisuallyHidden>
        {intervalLabel(timer)}
      </span>
      <PlatformSlots
        className={classes["platforms"]}
        platforms={writablePlatforms(platforms)}
        isOn={(provider) => postsTo(provider, timer.messages)}
      />
      <span className={classes["next"]}>
        <VisuallyHidden>Next run: </VisuallyHidden>
        <Countdown timer={timer} />
      </span>
      {canManage && <TimerMenu channelId={channelId} timer={timer} />}
    </ListRow>
  );
}

function TimerMenu({ channelId, timer }: { channelId: string; timer: Timer }) {
  const { mutate } = useRunTimer(channelId);
  const [isDeleting, deleting] = useDisclosure();
  const closeIfOpen = useCloseIfOpen(`/channels/${channelId}/chat-timers`, timer.id);
  return (
    <>
      <RowMenu label={`Actions for ${timer.name}`}>
        <Menu.Item
          leftSection={<IconPlayerPlay size={16} />}
          disabled={timer.is_running}
          onClick={() => mutate({ id: timer.id, name: timer.name })}
        >
          Run now
        </Menu.Item>
        <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={deleting.open}>
          Delete
        </Menu.Item>
      </RowMenu>
      <DeleteTimerDialog
        channelId={channelId}
        timer={timer}
        opened={isDeleting}
        onClose={deleting.close}
        onLeave={closeIfOpen}
      />
    </>
  );
}
