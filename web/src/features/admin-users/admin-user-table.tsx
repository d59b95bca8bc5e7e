import { VisuallyHidden } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { DataTable, type DataTableColumn } from "mantine-datatable";
import type { Page } from "../../api/pages";
import { platformName, usePlatforms } from "../../api/platforms";
import type { AdminUser } from "../../api/types";
import { longDateTime, mediumDate } from "../../lib/time/dates";
import { Avatar } from "../../ui/avatar";
import { EmptyState } from "../../ui/empty-state";
import { ErrorPanel } from "../../ui/page/error-panel";
import { Panel } from "../../ui/panel";
import { PlatformIcon } from "../../ui/platform-icon";
import { SkeletonRows } from "../../ui/skeleton-rows";
import { CursorPagination, type Paging } from "../../ui/table/cursor-pagination";
import { pagedRecordTable } from "../../ui/table/record-table";
import { Tag } from "../../ui/tag";
import classes from "./admin-users.module.css";
import { UserActions } from "./user-actions";

const PAGE_SIZES = [25, 50, 100];
const AVATAR_SIZE = 28;

interface AdminUserTableProps {
  list: UseQueryResult<Page<AdminUser>>;
  paging: Paging;
  name: string;
}

export function AdminUserTable({ list, paging, name }: AdminUserTableProps) {
  const { data, error, refetch, isFetching } = list;
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (!data) return <Loading />;
  if (data.total === 0) return <NoUsers name={name} />;
  return (
    <Panel>
      <DataTable
        {...pagedRecordTable}
        columns={COLUMNS}
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

const WIDE = "(min-width: 48em)";

const COLUMNS: DataTableColumn<AdminUser>[] = [
  { accessor: "display_name", title: "Name", render: (user) => <Name user={user} /> },
  { accessor: "status", title: "Status", render: (user) => <Status user={user} /> },
  {
    accessor: "platforms",
    title: "Signs in with",
    visibleMediaQuery: WIDE,
    render: (user) => <Platforms user={user} />,
  },
  { accessor: "owned_channels", title: "Owns", render: (user) => <OwnedChannels names={user.owned_channels} /> },
  {
    accessor: "last_seen_at",
    title: "Last seen",
    visibleMediaQuery: WIDE,
    render: (user) => <LastSeen moment={user.last_seen_at} />,
  },
  {
    accessor: "actions",
    title: <VisuallyHidden>Actions</VisuallyHidden>,
    textAlign: "right",
    width: 48,
    render: (user) => <UserActions user={user} />,
  },
];

function Name({ user }: { user: AdminUser }) {
  return (
    <span className="row gap-8 miw-0">
      <Avatar name={user.display_name} size={AVATAR_SIZE} />
      <span>
        <span className="breaks fw-500">{user.display_name}</span> <span className="faint">{user.username}</span>
      </span>
    </span>
  );
}

function Status({ user }: { user: AdminUser }) {
  if (user.suspended_at) return <Tag tone="danger">Suspended</Tag>;
  return user.is_operator ? <Tag>Operator</Tag> : <span className="faint">Active</span>;
}

function Platforms({ user }: { user: AdminUser }) {
  const platforms = usePlatforms();
  return (
    <span className={classes["platforms"]}>
      {[...new Set(user.platforms)].map((provider) => (
        <PlatformIcon key={provider} provider={provider} label={platformName(platforms, provider)} />
      ))}
    </span>
  );
}

function OwnedChannels({ names }: { names: readonly string[] }) {
  if (names.length === 0) return <span className="faint">None</span>;
  return <span className={classes["channels"]}>{names.join(", ")}</span>;
}

function LastSeen({ moment }: { moment: string | null }) {
  if (moment === null) return <span className="faint">Signed out</span>;
  return (
    <time dateTime={moment} title={longDateTime(moment)}>
      {mediumDate(moment)}
    </time>
  );
}

function Loading() {
  return (
    <Panel className={classes["loading"] ?? ""}>
      <SkeletonRows count={10} label="Loading people" />
    </Panel>
  );
}

function NoUsers({ name }: { name: string }) {
  return (
    <Panel className="flex mih-320">
      <EmptyState title="No people found" about={name ? `No results for “${name}”` : "No one has signed in yet."} />
    </Panel>
  );
}
