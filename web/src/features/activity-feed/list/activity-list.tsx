import { VisuallyHidden } from "@mantine/core";
import { useLayoutEffect, useMemo, useRef, useState } from "react";
import { Virtualizer, type VirtualizerHandle } from "virtua";
import { platformName, usePlatforms } from "../../../api/platforms";
import { useNow } from "../../../lib/time/use-now";
import { ShowOlder } from "../../../ui/buttons/show-older";
import type { useActivities } from "../feed/activity-feed.queries";
import type { Activity } from "../feed/activity-types";
import classes from "./activity-list.module.css";
import { ActivityRow, type RowActions } from "./activity-row";
import { activityText } from "./activity-text";
import { FollowsRow } from "./follows-row";
import { activitiesOf, type FollowsItem, groupFollows, isFollows, type ListItem, ungrouped } from "./list-items";
import { RaidActions } from "./raid-actions";
import { useRowKeys } from "./use-row-keys";

const ROW_HEIGHT = 56;
const LOAD_BELOW_PX = 600;
// Ages change at most once a minute.
const AGE_INTERVAL_MS = 20_000;

interface ActivityListProps {
  channelId: string;
  rows: readonly Activity[];
  isGrouped: boolean;
  pages: ReturnType<typeof useActivities>;
  actions: RowActions;
}

/** Virtual list of activities, newest first; in a scrolled list, new rows do not move the rows in view. */
export function ActivityList({ channelId, rows, isGrouped, pages, actions }: ActivityListProps) {
  const list = useRef<VirtualizerHandle>(null);
  const scroller = useRef<HTMLElement>(null);
  const now = useNow(true, AGE_INTERVAL_MS);
  const onMove = (index: number) => list.current?.scrollToIndex(index, { align: "nearest" });
  const { items, toggle } = useListItems(rows, isGrouped);
  const onOpen = (item: ListItem) => (isFollows(item) ? toggle(item) : actions.openViewer(item.activity));
  const toggleSeen = (item: ListItem) => actions.toggleSeen(activitiesOf(item));
  const replay = (item: ListItem) => !isFollows(item) && actions.replay?.(item.activity);
  const { selected, onKeyDown } = useRowKeys({
    items,
    onOpen,
    onToggleSeen: toggleSeen,
    onReplay: replay,
    onMove,
  });
  const isShifted = useIsShifted(rows, scroller.current);
  const loadOlder = (offset: number) => {
    const { scrollSize = 0, viewportSize = 0 } = list.current ?? {};
    const isNearEnd = scrollSize - offset - viewportSize < LOAD_BELOW_PX;
    if (isNearEnd && pages.hasNextPage && !pages.isFetchingNextPage && !pages.isError) void pages.fetchNextPage();
  };
  return (
    <>
      <section
        ref={scroller}
        className={classes["scroller"]}
        aria-label="Activities"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the list scrolls, and arrow keys select its rows
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <Virtualizer
          ref={list}
          scrollRef={scroller}
          as="ul"
          item="li"
          data={items}
          itemSize={ROW_HEIGHT}
          shift={isShifted}
          onScroll={loadOlder}
        >
          {(item) => (
            <ListRow
              key={item.key}
              item={item}
              isSelected={item === selected}
              onToggle={toggle}
              onToggleSeen={toggleSeen}
              {...{ channelId, now, actions }}
            />
          )}
        </Virtualizer>
        <ShowOlder pages={pages} className="px-16 py-12" />
      </section>
      <VisuallyHidden aria-live="polite">{selected ? announcement(selected) : ""}</VisuallyHidden>
    </>
  );
}

interface ListRowProps {
  channelId: string;
  item: ListItem;
  now: number;
  isSelected: boolean;
  actions: RowActions;
  onToggle: (item: FollowsItem) => void;
  onToggleSeen: (item: ListItem) => void;
}

function ListRow({ channelId, item, actions, onToggle, onToggleSeen, ...row }: ListRowProps) {
  const platforms = usePlatforms();
  if (isFollows(item)) return <FollowsRow item={item} onToggle={onToggle} onToggleSeen={onToggleSeen} {...row} />;
  const { activity, isInGroup } = item;
  return (
    <ActivityRow
      activity={activity}
      platform={platformName(platforms, activity.provider)}
      isInGroup={isInGroup}
      actions={actions}
      {...row}
    >
      {activity.kind === "raid" && <RaidActions channelId={channelId} raid={activity} />}
    </ActivityRow>
  );
}

/** The rows of the list, and a function that opens or closes a group of follows. */
function useListItems(rows: readonly Activity[], isGrouped: boolean) {
  const [openKeys, setOpenKeys] = useState<ReadonlySet<string>>(new Set());
  const items = useMemo(
    () => (isGrouped ? groupFollows(rows, openKeys) : ungrouped(rows)),
    [rows, isGrouped, openKeys],
  );
  const toggle = ({ key, isOpen }: FollowsItem) =>
    setOpenKeys((keys) => new Set(isOpen ? [...keys].filter((open) => open !== key) : [...keys, key]));
  return { items, toggle };
}

function announcement(item: ListItem): string {
  if (isFollows(item)) return `${item.follows.length} people followed in 10 minutes`;
  const { activity } = item;
  const { action, amount } = activityText(activity);
  const sentence = `${activity.viewer_name || "Anonymous"} ${action} ${amount}`.trim();
  return activity.message ? `${sentence}: ${activity.message}` : sentence;
}

/** Whether this render adds rows at the top of a scrolled list; the rows in view then stay in place. */
function useIsShifted(rows: readonly Activity[], scroller: HTMLElement | null): boolean {
  const before = useRef(rows[0]?.id);
  const isScrolled = (scroller?.scrollTop ?? 0) > 0;
  const isShifted = isScrolled && before.current !== undefined && rows[0] !== undefined && rows[0].id > before.current;
  useLayoutEffect(() => {
    before.current = rows[0]?.id;
  }, [rows]);
  return isShifted;
}
