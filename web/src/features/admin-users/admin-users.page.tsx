import { VisuallyHidden } from "@mantine/core";
import type { DataTableColumn } from "mantine-datatable";
import type { AdminUser } from "../../api/types";
import { Avatar } from "../../ui/avatar";
import { EmptyState } from "../../ui/empty-state";
import { Moment } from "../../ui/moment";
import { PlatformIcons } from "../../ui/platform-icons";
import { SearchedTablePage } from "../../ui/table/searched-table-page";
import { Tag } from "../../ui/tag";
import classes from "./admin-users.module.css";
import { useAdminUsers } from "./admin-users.queries";
import { UserActions } from "./user-actions";

const AVATAR_SIZE = 28;

export function AdminUsersPage() {
  return (
    <SearchedTablePage
      title="People"
      about="All users of this server"
      useList={useAdminUsers}
      columns={COLUMNS}
      empty={(name) => <NoUsers name={name} />}
    />
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
    render: (user) => <PlatformIcons providers={user.platforms} />,
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

function OwnedChannels({ names }: { names: readonly string[] }) {
  if (names.length === 0) return <span className="faint">None</span>;
  return <span className={classes["channels"]}>{names.join(", ")}</span>;
}

function LastSeen({ moment }: { moment: string | null }) {
  return moment === null ? <span className="faint">Signed out</span> : <Moment at={moment} />;
}

function NoUsers({ name }: { name: string }) {
  return <EmptyState title="No people found" about={name ? `No results for “${name}”` : "No one has signed in yet."} />;
}
