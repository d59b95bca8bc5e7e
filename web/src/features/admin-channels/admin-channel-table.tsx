import { Anchor, VisuallyHidden } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { DataTable, type DataTableColumn } from "mantine-datatable";
import { Link } from "react-router";
import type { Page } from "../../api/pages";
import { platformName, usePlatforms } from "../../api/platforms";
import type { AdminChannel } from "../../api/types";
import { longDateTime, mediumDate } from "../../lib/time/dates";
import { EmptyState } from "../../ui/empty-state";
import { ErrorPanel } from "../../ui/page/error-panel";
import { Panel } from "../../ui/panel";
import { PlatformIcon } from "../../ui/platform-icon";
import { SkeletonRows } from "../../ui/skeleton-rows";
import { CursorPagination, type Paging } from "../../ui/table/cursor-pagination";
import { pagedRecordTable } from "../../ui/table/record-table";
import { Tag } from "../../ui/tag";
import classes from "./admin-channels.module.css";
import { ChannelActions } from "./channel-actions";

const PAGE_SIZES = [25, 50, 100];

interface AdminChannelTableProps {
  list: UseQueryResult<Page<AdminChannel>>;
  paging: Paging;
  name: string;
}

export function AdminChannelTable({ list, paging, name }: AdminChannelTableProps) {
  const { data, error, refetch, isFetching } = list;
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (!data) return <Loading />;
  if (data.total === 0) return <NoChannels name={name} />;
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

const COLUMNS: DataTableColumn<AdminChannel>[] = [
  { accessor: "display_name", title: "Channel", render: (channel) => <ChannelName channel={channel} /> },
  { accessor: "owner_names", title: "Owners", render: (channel) => <Owners names={channel.owner_names} /> },
  { accessor: "platforms", title: "Platforms", render: (channel) => <ChannelPlatforms channel={channel} /> },
  {
    accessor: "created_at",
    title: "Created",
    textAlign: "right",
    visibleMediaQuery: "(min-width: 48em)",
    render: (channel) => <Created channel={channel} />,
  },
  {
    accessor: "actions",
    title: <VisuallyHidden>Actions</VisuallyHidden>,
    textAlign: "right",
    width: 48,
    render: (channel) => <ChannelActions channel={channel} />,
  },
];

function ChannelName({ channel }: { channel: AdminChannel }) {
  return (
    <>
      <NameOrLink channel={channel} />
      {channel.suspended_at && (
        <div className="muted breaks mt-4">
          <Tag tone="danger">Suspended</Tag> {channel.suspended_reason}
        </div>
      )}
    </>
  );
}

// Operators cannot open a channel in which they have no role.
function NameOrLink({ channel }: { channel: AdminChannel }) {
  if (channel.level === null) return <span className="breaks fw-500">{channel.display_name}</span>;
  return (
    <Anchor inherit component={Link} to={`/channels/${channel.id}`} className={classes["link"] ?? ""}>
      {channel.display_name}
    </Anchor>
  );
}

function Owners({ names }: { names: readonly string[] }) {
  return <span className={classes["owners"]}>{names.join(", ") || "None"}</span>;
}

function Created({ channel: { created_at: createdAt } }: { channel: AdminChannel }) {
  return (
    <time dateTime={createdAt} title={longDateTime(createdAt)}>
      {mediumDate(createdAt)}
    </time>
  );
}

function Loading() {
  return (
    <Panel className={classes["loading"] ?? ""}>
      <SkeletonRows count={10} label="Loading channels" />
    </Panel>
  );
}

function NoChannels({ name }: { name: string }) {
  return (
    <Panel className="flex mih-320">
      {name ? (
        <EmptyState title="No channels found" about={`No results for “${name}”`} />
      ) : (
        <EmptyState title="No channels" about="Channels appear here once they're created." />
      )}
    </Panel>
  );
}

function ChannelPlatforms({ channel }: { channel: AdminChannel }) {
  const platforms = usePlatforms();
  if (channel.platforms.length === 0) return <span className="faint">None</span>;
  return (
    <span className={classes["platforms"]}>
      {[...new Set(channel.platforms)].map((provider) => (
        <PlatformIcon key={provider} provider={provider} label={platformName(platforms, provider)} />
      ))}
    </span>
  );
}
