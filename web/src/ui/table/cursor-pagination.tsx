import { ActionIcon } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import type { DataTableProps } from "mantine-datatable";
import classes from "./cursor-pagination.module.css";

export interface Paging {
  page: number;
  perPage: number;
  onBack: () => void;
  /** Null on the last page. */
  onForward: (() => void) | null;
  onPerPage: (size: number) => void;
}

type RenderPagination = NonNullable<DataTableProps["renderPagination"]>;

interface CursorPaginationProps {
  context: Parameters<RenderPagination>[0];
  paging: Paging;
}

/** Buttons for the previous and the next page only: cursors have no page numbers. */
export function CursorPagination({ context: { Controls }, paging }: CursorPaginationProps) {
  return (
    <nav className={classes["pagination"]} aria-label="Pages">
      <Controls.Text />
      <Controls.PageSizeSelector />
      <span className="gap-4 ml-auto inline-flex">
        <ActionIcon aria-label="Previous page" disabled={paging.page === 1} onClick={paging.onBack}>
          <IconChevronLeft size={16} />
        </ActionIcon>
        <ActionIcon aria-label="Next page" disabled={paging.onForward === null} onClick={() => paging.onForward?.()}>
          <IconChevronRight size={16} />
        </ActionIcon>
      </span>
    </nav>
  );
}
