import { TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import { DataTable, type DataTableColumn } from "mantine-datatable";
import { type ReactNode, useState } from "react";
import type { Page } from "../../api/pages";
import { SEARCH_DELAY_MS, SEARCH_LIMIT } from "../../lib/search";
import { ErrorPanel } from "../page/error-panel";
import { PageTitle } from "../page/page-title";
import { PageHeader } from "../page-header";
import { Panel } from "../panel";
import { SkeletonRows } from "../skeleton-rows";
import { CursorPagination, type Paging } from "./cursor-pagination";
import { currentCursor, FIRST_PAGE, nextPage, previousPage } from "./cursor-trail";
import { pagedRecordTable } from "./record-table";
import classes from "./searched-table-page.module.css";

const PAGE_SIZES = [25, 50, 100];

export interface TablePageQuery {
  name: string;
  perPage: number;
  cursor: string | null;
}

interface TableProps<Row> {
  /** Plural of the rows, capitalised: the title of the page. */
  title: string;
  columns: DataTableColumn<Row>[];
  /** Shown instead of the table, with the searched name, or "". */
  empty: (name: string) => ReactNode;
}

interface SearchedTablePageProps<Row> extends TableProps<Row> {
  about: string;
  useList: (query: TablePageQuery) => UseQueryResult<Page<Row>>;
}

/** A page with a table that is searched by name and read page by page. */
export function SearchedTablePage<Row>({ about, useList, ...table }: SearchedTablePageProps<Row>) {
  const [text, setText] = useState("");
  const [name] = useDebouncedValue(text.trim(), SEARCH_DELAY_MS);
  const { perPage, cursor, goToStart, pagingTo } = useCursorPaging();
  const list = useList({ name, perPage, cursor });
  return (
    <div className="column gap-8 miw-0">
      <PageTitle>{table.title}</PageTitle>
      <PageHeader title={table.title} about={about} count={list.data?.total}>
        <TextInput
          className={classes["search"] ?? ""}
          type="search"
          aria-label={`Search ${table.title.toLowerCase()}`}
          placeholder="Search..."
          maxLength={SEARCH_LIMIT}
          leftSection={<IconSearch size={15} />}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            goToStart();
          }}
        />
      </PageHeader>
      <Table {...table} list={list} paging={pagingTo(list.data?.cursor)} name={name} />
    </div>
  );
}

interface LoadedTableProps<Row> extends TableProps<Row> {
  list: UseQueryResult<Page<Row>>;
  paging: Paging;
  name: string;
}

function Table<Row>({ title, columns, empty, list, paging, name }: LoadedTableProps<Row>) {
  const { data, error, refetch, isFetching } = list;
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (!data) {
    return (
      <Panel className={classes["loading"] ?? ""}>
        <SkeletonRows count={10} label={`Loading ${title.toLowerCase()}`} />
      </Panel>
    );
  }
  if (data.total === 0) return <Panel className="flex mih-320">{empty(name)}</Panel>;
  return (
    <Panel>
      <DataTable
        {...pagedRecordTable}
        columns={columns}
        records={data.records}
        fetching={list.isPlaceholderData}
        page={paging.page}
        onPageChange={() => undefined}
        totalRecords={data.total}
        recordsPerPage={paging.perPage}
        recordsPerPageOptions={PAGE_SIZES}
        onRecordsPerPageChange={paging.onPerPage}
        renderPagination={(context) => <CursorPagination context={context} paging={paging} />}
      />
    </Panel>
  );
}

const PAGE_SIZE = 50;

/** Position in a list that is read page by page; `pagingTo` takes the cursor of the next page, if there is one. */
function useCursorPaging() {
  const [perPage, setPerPage] = useState(PAGE_SIZE);
  const [trail, setTrail] = useState(FIRST_PAGE);

  function pagingTo(next: string | null | undefined): Paging {
    return {
      page: trail.length,
      perPage,
      onBack: () => setTrail(previousPage),
      onForward: next ? () => setTrail(nextPage(trail, next)) : null,
      onPerPage: (size) => {
        setPerPage(size);
        setTrail(FIRST_PAGE);
      },
    };
  }

  return { perPage, cursor: currentCursor(trail), goToStart: () => setTrail(FIRST_PAGE), pagingTo };
}
