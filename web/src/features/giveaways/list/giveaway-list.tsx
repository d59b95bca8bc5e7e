import { Button } from "@mantine/core";
import { IconGift, IconPlus } from "@tabler/icons-react";
import { clsx } from "clsx";
import { dayAndTime } from "../../../lib/time/dates";
import { EmptyState } from "../../../ui/empty-state";
import list from "../../../ui/list/list.module.css";
import { ListPlaceholder } from "../../../ui/list/list-placeholder";
import { ListRow } from "../../../ui/list/list-row";
import { MirrorPicture } from "../../../ui/mirror-picture";
import { Tag } from "../../../ui/tag";
import { countLabel, entryLabel, formatCount, STATE_LABELS, STATE_TONES } from "../giveaway-labels";
import type { Giveaway } from "../giveaway-types";
import type { useGiveaways } from "../giveaways.queries";
import classes from "./giveaway-list.module.css";

interface GiveawayListProps {
  channelId: string;
  giveaways: ReturnType<typeof useGiveaways>;
  /** Giveaways that the search found; undefined while loading. */
  shown: readonly Giveaway[] | undefined;
  canManage: boolean;
  isSearch: boolean;
  onNew: () => void;
}

export function GiveawayList({ channelId, giveaways, shown, canManage, isSearch, onNew }: GiveawayListProps) {
  if (!shown) return <ListPlaceholder query={giveaways} label="Loading giveaways" />;
  if (shown.length === 0 && isSearch) return <EmptyState title="No giveaways found" about="Try other words." />;
  if (shown.length === 0) return <NoGiveaways canManage={canManage} onNew={onNew} />;
  return (
    <>
      <div className={clsx(list["columns"], classes["columns"])} aria-hidden="true">
        <span />
        <span>Giveaway</span>
        <span className={classes["entries"]}>Viewers</span>
        <span className={classes["winners"]}>Winners</span>
        <span className={classes["date"]}>Opened</span>
        <span className="flex justify-end">State</span>
      </div>
      <ul className={list["rows"]}>
        {shown.map((giveaway) => (
          <GiveawayRow key={giveaway.id} channelId={channelId} giveaway={giveaway} />
        ))}
      </ul>
    </>
  );
}

function GiveawayRow({ channelId, giveaway }: { channelId: string; giveaway: Giveaway }) {
  const {
    id,
    title,
    state,
    opening_problem: problem,
    entry_count: entries,
    winner_count: winners,
    opened_at: openedAt,
  } = giveaway;
  return (
    <ListRow
      to={`/channels/${channelId}/giveaways/${id}`}
      className={classes["columns"]}
      leading={<IconGift size={16} stroke={1.6} aria-hidden="true" />}
      name={<bdi>{title}</bdi>}
      summary={<bdi>{entryLabel(giveaway)}</bdi>}
      note={problem !== "" && <bdi className="small breaks amber">Did not open: {problem}</bdi>}
      isOff={state === "archived"}
    >
      <span className={classes["entries"]} title={countLabel(entries, "viewer")}>
        {formatCount(entries)}
      </span>
      <span className={classes["winners"]} title={`${winners} of ${giveaway.winners ?? 1} winners`}>
        {winners} / {giveaway.winners ?? 1}
      </span>
      <span className={classes["date"]}>{openedAt === null ? "" : dayAndTime(openedAt)}</span>
      <span className="flex justify-end">
        <Tag tone={STATE_TONES[state]}>{STATE_LABELS[state]}</Tag>
      </span>
    </ListRow>
  );
}

function NoGiveaways({ canManage, onNew }: { canManage: boolean; onNew: () => void }) {
  return (
    <EmptyState
      title="No giveaways yet"
      about="Give something to your viewers. They enter in chat on every platform, and everyone can check the draw."
      picture={<MirrorPicture />}
    >
      {canManage && (
        <Button leftSection={<IconPlus size={16} />} onClick={onNew}>
          Create giveaway
        </Button>
      )}
    </EmptyState>
  );
}
