import { Button, Tooltip, VisuallyHidden } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { clsx } from "clsx";
import { useState } from "react";
import { EmptyState } from "../../../ui/empty-state";
import list from "../../../ui/list/list.module.css";
import { ListPlaceholder } from "../../../ui/list/list-waiting";
import { StagePicture } from "../../../ui/stage-picture";
import type { Filter } from "../filter-types";
import { useFilters } from "../filters.queries";
import classes from "./filter-list.module.css";
import { moveFilter, useOrderFilters } from "./filter-order";
import { FilterRow } from "./filter-row";
import { matching } from "./filter-search";
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
  if (data.length === 0) return <NoFilters canManage={canManage} onNew={onNew} />;
  const found = matching(data, query);
  if (found.length === 0) return <EmptyState title="No filter matches" about="Look for another name or rule." />;
  // Among those that were found, the neighbour on the screen is not the neighbour in the order.
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
  const [told, setTold] = useState("");
  const move = (from: number, to: number) => {
    mutate(moveFilter(filters, from, to).map(({ id }) => id));
    setTold(`${filters[from]?.name} is now ${to + 1} of ${filters.length}`);
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
      <VisuallyHidden role="status">{told}</VisuallyHidden>
    </>
  );
}

function NoFilters({ canManage, onNew }: { canManage: boolean; onNew: () => void }) {
  return (
    <EmptyState
      title="No filters yet"
      about="A filter removes links, banned words or walls of capitals before a moderator has to. Try it on stored chat first: nobody is touched."
      picture={<StagePicture />}
    >
      {canManage && (
        <Button leftSection={<IconPlus size={16} />} onClick={onNew}>
          Make the first filter
        </Button>
      )}
    </EmptyState>
  );
}
