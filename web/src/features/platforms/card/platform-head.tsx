import type { ReactNode } from "react";
import type { ChannelProvider } from "../../../api/types";
import { Moment } from "../../../ui/moment";
import { PlatformIcon } from "../../../ui/platform-icon";
import { Tag } from "../../../ui/tag";
import { connectionLabel } from "../platform-labels";
import classes from "./platform-head.module.css";

interface PlatformHeadProps {
  provider: string;
  title: ReactNode;
  tags: ReactNode;
  line: ReactNode;
  action?: ReactNode;
  menu?: ReactNode;
}

export function PlatformHead({ provider, title, tags, line, action, menu }: PlatformHeadProps) {
  return (
    <header className={classes["head"]}>
      <PlatformIcon provider={provider} size={24} />
      <div className="grow-200 miw-0">
        <div className="row wrap column-gap-8 row-gap-4">
          <h2 className="title">{title}</h2>
          {tags}
        </div>
        <p className="small muted breaks">{line}</p>
      </div>
      {action && <div className={classes["action"]}>{action}</div>}
      {menu && <div className={classes["menu"]}>{menu}</div>}
    </header>
  );
}

export function StateTags({ provider }: { provider: ChannelProvider }) {
  return (
    <>
      {provider.is_live ? <Tag tone="live">Live</Tag> : <Tag>Offline</Tag>}
      <ConnectionTag connection={provider.connection} />
      {provider.scope_needed && <Tag tone="attention">Needs permission</Tag>}
    </>
  );
}

/** Tag with the state of the connection; nothing while it is connected. */
function ConnectionTag({ connection }: { connection: ChannelProvider["connection"] }) {
  if (connection.state === "connected") return null;
  const isFailing = connection.state === "failing" || connection.state === "stopped";
  return <Tag tone={isFailing ? "attention" : "plain"}>{connectionLabel(connection)}</Tag>;
}

/** "junipervale · connected by Juniper, 4 Mar 2025" */
export function ConnectedLine({ provider }: { provider: ChannelProvider }) {
  const by = provider.connected_by ? `connected by ${provider.connected_by}` : "connected";
  return (
    <>
      {provider.display_name} · {by}, <Moment at={provider.connected_at} />
    </>
  );
}
