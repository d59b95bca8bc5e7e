import { Menu, VisuallyHidden } from "@mantine/core";
import { IconPlayerPlay } from "@tabler/icons-react";
import { api, unwrap } from "../../api/client";
import { platformName, usePlatforms, writablePlatforms } from "../../api/platforms";
import { channelList } from "../../session/channel-list/channel-list";
import type { ItemProps } from "../../session/channel-list/declaration";
import { wholeList } from "../../session/channel-list/rows";
import { BusyButton } from "../../ui/buttons/busy-button";
import { fieldsOf } from "../../ui/editor/drafts";
import { PlatformSlots } from "../../ui/list/platform-slots";
import { Tag } from "../../ui/tag";
import { Countdown } from "./countdown/countdown";
import { NEW_TIMER } from "./editor/draft";
import editor from "./editor/timer-editor.module.css";
import { TimerFields } from "./editor/timer-fields";
import { intervalLabel, postsTo, problemOf, summaryOf } from "./timer-labels";
import { type Timer, timers } from "./timers";
import { useTimersLive } from "./timers.live";
import classes from "./timers.module.css";
import { useRunTimer } from "./use-run-timer";

type TimerProps = ItemProps<Timer>;

// Chat counts change each second and are shown only in the editor, so the rows ignore them.
const withoutCounts = (list: Timer[]) => list.map((timer) => ({ ...timer, chat_messages: [] }));

/** The screens of the timers. */
export const timerList = channelList({
  resource: timers,
  subject: "timers",
  path: "chat-timers",
  title: "Chat Timers",
  about: "Messages posted automatically at an interval.",
  searchLabel: "Search timers and messages",
  notFound: "Try another name or message.",
  empty: {
    about: "Post your Discord, schedule or social links automatically. Pauses when chat is quiet.",
    create: "Create timer",
  },
  useRows: wholeList(timers, ({ name, messages }) => [name, ...messages.map(({ text }) => text)], withoutCounts),
  useLive: useTimersLive,
  columns: classes["columns"],
  heads: (
    <>
      <span className={classes["first"]}>Timer</span>
      <span className={classes["interval"]}>Every</span>
      <span className={classes["platforms"]}>Platforms</span>
      <span className={classes["next"]}>Next run</span>
    </>
  ),
  nameOf: ({ name }) => name,
  switch: { field: "enabled", label: "is on", send: switchTimer },
  Summary: ({ item }) => <bdi>{summaryOf(item.messages)}</bdi>,
  Note: Problem,
  Cells,
  MenuItems: RunItem,
  deletionOf: () => "This deletes the timer and its messages.",
  newDraft: NEW_TIMER,
  draftOf: (timer) => fieldsOf(NEW_TIMER, timer),
  bodyOf: (draft) => draft,
  changedInList: ["enabled"],
  titleOf: ({ name }) => name,
  Fields: TimerFields,
  fields: editor["parts"],
  Tag: NextRun,
  Tools: RunButton,
});

function switchTimer(channelId: string, { id }: Timer, enabled: boolean) {
  const params = { path: { channel_id: channelId } };
  return unwrap(api.PUT("/api/2/channels/{channel_id}/timers/enabled", { params, body: { ids: [id], enabled } }));
}

function Problem({ item }: TimerProps) {
  const platforms = usePlatforms();
  const problem = problemOf(item, (provider) => platformName(platforms, provider));
  return problem !== null && <span className={classes["problem"]}>{problem}</span>;
}

function Cells({ item }: TimerProps) {
  return (
    <>
      <span className={classes["interval"]}>
        <VisuallyHidden>Every </VisuallyHidden>
        {intervalLabel(item)}
      </span>
      <PlatformSlots
        className={classes["platforms"]}
        platforms={writablePlatforms(usePlatforms())}
        isOn={(provider) => postsTo(provider, item.messages)}
      />
      <span className={classes["next"]}>
        <VisuallyHidden>Next run: </VisuallyHidden>
        <Countdown timer={item} />
      </span>
    </>
  );
}

function RunItem({ channelId, item }: TimerProps) {
  const { mutate } = useRunTimer(channelId);
  return (
    <Menu.Item
      leftSection={<IconPlayerPlay size={16} />}
      disabled={item.is_running}
      onClick={() => mutate({ id: item.id, name: item.name })}
    >
      Run now
    </Menu.Item>
  );
}

function NextRun({ item }: TimerProps) {
  return (
    <Tag>
      Next run: <Countdown timer={item} />
    </Tag>
  );
}

function RunButton({ channelId, item, canManage }: TimerProps) {
  const { mutate, isPending } = useRunTimer(channelId);
  if (!canManage) return null;
  return (
    <BusyButton
      size="xs"
      leftSection={<IconPlayerPlay size={14} />}
      isBusy={isPending || item.is_running}
      onClick={() => mutate({ id: item.id, name: item.name })}
    >
      Run now
    </BusyButton>
  );
}
