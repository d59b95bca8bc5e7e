import { Button, Tooltip, VisuallyHidden } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { clsx } from "clsx";
import { useState } from "react";
import { moveItem } from "../../../lib/move-item";
import { BusyButton } from "../../../ui/buttons/busy-button";
import { EmptyState } from "../../../ui/empty-state";
import list from "../../../ui/list/list.module.css";
import { ListPlaceholder } from "../../../ui/list/list-placeholder";
import { MirrorPicture } from "../../../ui/mirror-picture";
import type { Filter } from "../filter-types";
import { useFilters, useRecommendedFilters } from "../filters.queries";
import classes from "./filter-list.module.css";
import { useOrderFilters } from "./filter-order";
import { FilterRow } from "./filter-row";
import { searchFilters } from "./filter-search";
import { OrderMenu } from "./order-menu";

interface FilterListProps {
  channelId: string;
  canManage: boolean;
  query: string;
  onNew: () => void;
}

export function FilterList({ channelId, canManage, query, onNew }: FilterListProps) {
  const rows = useFilters(channelId);
  const { data } = rows;
  if (!data) return <ListPlaceholder query={rows} label="Loading filters" />;
  if (data.length === 0) return <NoFilters channelId={channelId} canManage={canManage} onNew={onNew} />;
  const found = searchFilters(data, query);
  if (found.length === 0) return <EmptyState title="No filters found" about="Try another name or rule." />;
  // Rows that are adjacent in a search result may not be adjacent in the full order.
  const canMove = canManage && found.length === data.length;
  return <Rows channelId={channelId} filters={found} canManage={canManage} canMove={canMove} />;
}

interface RowsProps {
  channelId: string;
  filters: readonly Filter[];
  canManage: boolean;
  canMove: boolean;
}

function Rows({ channelId, filters, canManage, canMove }: RowsProps) {
  const { mutate } = useOrderFilters(channelId);
  const [announcement, setAnnouncement] = useState("");
  const move = (from: number, to: number) => {
    mutate(moveItem(filters, from, to).map(({ id }) => id));
    setAnnouncement(`${filters[from]?.name} is now ${to + 1} of ${filters.length}`);
  };
  return (
    <>
      <div className={clsx(list["columns"], classes["columns"])} aria-hidden="true">
        <span className={classes["first"]}>Filter</span>
        <span className={classes["platforms"]}>Platforms</span>
        <Tooltip label="Since 00:00 UTC">
          <span className={classes["hits"]}>Hits today</span>
        </Tooltip>
      </div>
      <ul className={list["rows"]}>
        {filters.map((filter, index) => (
          <FilterRow key={filter.id} channelId={channelId} filter={filter} canManage={canManage}>
            {canMove && filters.length > 1 && (
              <OrderMenu name={filter.name} index={index} count={filters.length} onMove={(to) => move(index, to)} />
            )}
          </FilterRow>
        ))}
      </ul>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </>
  );
}

function NoFilters({ channelId, canManage, onNew }: Omit<FilterListProps, "query">) {
  const recommended = useRecommendedFilters(channelId);
  return (
    <EmptyState
      title="No filters yet"
      about="Start with the recommended set: links from first-time chatters, spam, repetition, caps and zalgo. Spam waves are only logged (Shadow)."
      picture={<MirrorPicture />}
    >
      {canManage && (
        <>
          <BusyButton variant="filled" isBusy={recommended.isPending} onClick={() => recommended.mutate()}>
            Add recommended filters
          </BusyButton>
          <Button leftSection={<IconPlus size={16} />} onClick={onNew}>
            Create filter
          </Button>
        </>
      )}
    </EmptyState>
  );
}
