import { VisuallyHidden } from "@mantine/core";
import { useLayoutEffect, useRef } from "react";
import { Virtualizer, type VirtualizerHandle } from "virtua";
import { platformName, usePlatforms } from "../../../api/platforms";
import { useNow } from "../../../lib/time/use-now";
import { ShowOlder } from "../../../ui/buttons/show-older";
import type { useActivities } from "../feed/activity-feed.queries";
import type { Activity } from "../feed/activity-types";
import classes from "./activity-list.module.css";
import { ActivityRow, type RowActions } from "./activity-row";
import { activityText } from "./activity-text";
import { useRowKeys } from "./use-row-keys";

const ROW_HEIGHT = 56;
const LOAD_BELOW_PX = 600;
// Ages are shown in minutes.
const AGE_INTERVAL_MS = 20_000;

interface ActivityListProps {
  rows: readonly Activity[];
  pages: ReturnType<typeof useActivities>;
  actions: RowActions;
  onHelp: () => void;
}

/** Newest first; stays in place while the user reads further down. */
export function ActivityList({ rows, pages, actions, onHelp }: ActivityListProps) {
  const list = useRef<VirtualizerHandle>(null);
  const scroller = useRef<HTMLElement>(null);
  const platforms = usePlatforms();
  const now = useNow(true, AGE_INTERVAL_MS);
  const onMove = (index: number) => list.current?.scrollToIndex(index, { align: "nearest" });
  const { selected, onKeyDown } = useRowKeys({ rows, actions, onMove, onHelp });
  const isShifted = useShift(rows, scroller.current);
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
          data={rows}
          itemSize={ROW_HEIGHT}
          shift={isShifted}
          onScroll={loadOlder}
        >
          {(activity) => (
            <ActivityRow
              key={activity.id}
              activity={activity}
              platform={platformName(platforms, activity.provider)}
              now={now}
              isSelected={activity === selected}
              actions={actions}
            />
          )}
        </Virtualizer>
        <ShowOlder pages={pages} className={classes["older"]} />
      </section>
      <VisuallyHidden aria-live="polite">{selected ? announcement(selected) : ""}</VisuallyHidden>
    </>
  );
}

function announcement(activity: Activity): string {
  const { action, amount } = activityText(activity);
  const sentence = `${activity.viewer_name || "Anonymous"} ${action} ${amount}`.trim();
  return activity.message ? `${sentence}: ${activity.message}` : sentence;
}

/** True for the render in which rows were added above those being read: the virtual list then keeps them in place. */
function useShift(rows: readonly Activity[], scroller: HTMLElement | null): boolean {
  const before = useRef(rows[0]?.id);
  const isScrolled = (scroller?.scrollTop ?? 0) > 0;
  const isShifted = isScrolled && before.current !== undefined && rows[0] !== undefined && rows[0].id > before.current;
  useLayoutEffect(() => {
    before.current = rows[0]?.id;
  }, [rows]);
  return isShifted;
}
