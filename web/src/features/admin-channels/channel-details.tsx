import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { api, unwrap } from "../../api/client";
import { keys } from "../../api/keys";
import { platformName, usePlatforms } from "../../api/platforms";
import type { AdminChannel, AdminChannelDetails } from "../../api/types";
import { formatNumber } from "../../lib/locale";
import { longDateTime } from "../../lib/time/dates";
import { SideDialog } from "../../ui/dialogs/side-dialog";
import { ErrorPanel } from "../../ui/page/error-panel";
import { PlatformIcon } from "../../ui/platform-icon";
import { SkeletonRows } from "../../ui/skeleton-rows";
import { Tag } from "../../ui/tag";
import classes from "./admin-channels.module.css";

interface ChannelDetailsProps {
  channel: AdminChannel;
  onClose: () => void;
}

/** Side dialog about a channel, for operators who have no role in the channel. */
export function ChannelDetails({ channel, onClose }: ChannelDetailsProps) {
  return (
    <SideDialog
      opened
      onClose={onClose}
      position="right"
      size={400}
      title={channel.display_name}
      closeButtonProps={{ "aria-label": "Close" }}
      padding={16}
    >
      <dl className={classes["facts"]}>
        {channel.suspended_at && <Fact name="Suspended">{channel.suspended_reason}</Fact>}
        <Fact name="Owners">{channel.owner_names.join(", ") || "None"}</Fact>
        <Fact name="Created">{longDateTime(channel.created_at)}</Fact>
        <LoadedFacts channelId={channel.id} />
      </dl>
    </SideDialog>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function LoadedFacts({ channelId }: { channelId: string }) {
  const details = useQuery({
    queryKey: [...keys.adminChannels, "details", channelId],
    queryFn: () =>
      unwrap(api.GET("/api/2/admin/channels/{channel_id}", { params: { path: { channel_id: channelId } } })),
  });
  if (details.isError) return <ErrorPanel isBare error={details.error} onRetry={() => void details.refetch()} />;
  if (!details.data) return <SkeletonRows count={3} label="Loading details" />;
  const sizes = Object.entries(details.data.sizes).filter(([, count]) => count > 0);
  return (
    <>
      <Fact name="Last stream">{lastStream(details.data)}</Fact>
      <Fact name="Platforms">
        <Connections connections={details.data.connections} />
      </Fact>
      {sizes.map(([name, count]) => (
        <Fact key={name} name={name}>
          {formatNumber(count)}
        </Fact>
      ))}
    </>
  );
}

function lastStream({ last_stream_started_at: began, last_stream_ended_at: ended }: AdminChannelDetails): string {
  if (began === null) return "Never";
  return ended === null ? `Live since ${longDateTime(began)}` : longDateTime(began);
}

function Connections({ connections }: Pick<AdminChannelDetails, "connections">) {
  const platforms = usePlatforms();
  if (connections.length === 0) return "None";
  return (
    <ul className={classes["connections"]}>
      {connections.map(({ provider, name, is_live }) => (
        <li key={`${provider}:${name}`}>
          <PlatformIcon provider={provider} label={platformName(platforms, provider)} /> <bdi>{name}</bdi>
          {is_live && <Tag tone="live">Live</Tag>}
        </li>
      ))}
    </ul>
  );
}
