import { Anchor, VisuallyHidden } from "@mantine/core";
import type { DataTableColumn } from "mantine-datatable";
import { Link } from "react-router";
import type { AdminChannel } from "../../api/types";
import { EmptyState } from "../../ui/empty-state";
import { Moment } from "../../ui/moment";
import { PlatformIcons } from "../../ui/platform-icons";
import { SearchedTablePage } from "../../ui/table/searched-table-page";
import { Tag } from "../../ui/tag";
import classes from "./admin-channels.module.css";
import { useAdminChannels } from "./admin-channels.queries";
import { ChannelActions } from "./channel-actions";

export function AdminChannelsPage() {
  return (
    <SearchedTablePage
      title="Channels"
      about="All channels on this server"
      useList={useAdminChannels}
      columns={COLUMNS}
      empty={(name) => <NoChannels name={name} />}
    />
  );
}

const COLUMNS: DataTableColumn<AdminChannel>[] = [
  { accessor: "display_name", title: "Channel", render: (channel) => <ChannelName channel={channel} /> },
  { accessor: "owner_names", title: "Owners", render: (channel) => <Owners names={channel.owner_names} /> },
  { accessor: "platforms", title: "Platforms", render: (channel) => <Platforms providers={channel.platforms} /> },
  {
    accessor: "created_at",
    title: "Created",
    textAlign: "right",
    visibleMediaQuery: "(min-width: 48em)",
    render: (channel) => <Moment at={channel.created_at} />,
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

function Platforms({ providers }: { providers: readonly string[] }) {
  return providers.length > 0 ? <PlatformIcons providers={providers} /> : <span className="faint">None</span>;
}

function NoChannels({ name }: { name: string }) {
  if (name) return <EmptyState title="No channels found" about={`No results for “${name}”`} />;
  return <EmptyState title="No channels" about="Channels appear here once they're created." />;
}
