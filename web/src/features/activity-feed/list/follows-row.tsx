import { ActionIcon, Tooltip } from "@mantine/core";
import { IconChevronDown, IconChevronUp, IconUsersGroup } from "@tabler/icons-react";
import { memo } from "react";
import { PlatformIcon } from "../../../ui/platform-icon";
import classes from "./activity-list.module.css";
import type { FollowsItem } from "./list-items";
import { NewDot, RowTime, SeenButton } from "./row-parts";

const SHOWN_NAMES = 3;

interface FollowsRowProps {
  item: FollowsItem;
  /** The current time in milliseconds. */
  now: number;
  isSelected: boolean;
  onToggle: (item: FollowsItem) => void;
  onToggleSeen: (item: FollowsItem) => void;
}

/** One row for several follows within ten minutes. */
export const FollowsRow = memo(function FollowsRow({ item, now, isSelected, onToggle, onToggleSeen }: FollowsRowProps) {
  const { follows, isOpen } = item;
  const count = follows.length;
  const isNew = follows.some(({ acknowledged }) => !acknowledged);
  const others = count - SHOWN_NAMES;
  const label = isOpen ? "Hide the follows" : "Show the follows";
  const Chevron = isOpen ? IconChevronUp : IconChevronDown;
  return (
    <div className={classes["row"]} data-new={isNew || undefined} data-selected={isSelected || undefined}>
      <NewDot isNew={isNew} />
      <IconUsersGroup className="muted" size={15} stroke={1.8} aria-hidden="true" />
      <div className={classes["text"]}>
        <b className={classes["name"]}>{count} people</b>{" "}
        <span className={classes["action"]}>followed in 10 minutes</span>
        <p className={classes["recipients"]}>
          {follows.slice(0, SHOWN_NAMES).map(({ id, provider, viewer_name: name }) => (
            <bdi key={id}>
              <PlatformIcon provider={provider} size={11} />
              {name}
            </bdi>
          ))}
          {others > 0 && <span>and {others} more</span>}
        </p>
      </div>{" "}
      <span className={classes["amount"]}>{count} follows</span>
      <RowTime happenedAt={follows[0]?.happened_at ?? ""} now={now} />
      <div className={classes["actions"]}>
        <SeenButton acknowledged={!isNew} onClick={() => onToggleSeen(item)} />
        <Tooltip label={label}>
          <ActionIcon aria-label={label} aria-expanded={isOpen} onClick={() => onToggle(item)}>
            <Chevron size={16} />
          </ActionIcon>
        </Tooltip>
      </div>
    </div>
  );
});
