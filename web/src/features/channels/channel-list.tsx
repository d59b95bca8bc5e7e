import { Button } from "@mantine/core";
import { useIntersection } from "@mantine/hooks";
import { IconPlus } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { BusyButton } from "../../ui/buttons/busy-button";
import { EmptyState } from "../../ui/empty-state";
import { MirrorPicture } from "../../ui/mirror-picture";
import { ErrorPanel } from "../../ui/page/error-panel";
import { Panel } from "../../ui/panel";
import { SkeletonRows } from "../../ui/skeleton-rows";
import { ChannelRow } from "./channel-row";
import classes from "./channels.module.css";
import type { useChannelPages } from "./channels.queries";
import { InvitationDialog } from "./invitation-dialog";

type ChannelPages = ReturnType<typeof useChannelPages>;

interface ChannelListProps {
  list: ChannelPages;
  name: string;
  hasNone: boolean;
  onClear: () => void;
}

export function ChannelList({ list, name, hasNone, onClear }: ChannelListProps) {
  if (list.isError && !list.data) {
    return <ErrorPanel error={list.error} onRetry={() => void list.refetch()} isRetrying={list.isFetching} />;
  }
  if (list.isPending) return <Loading />;
  if (hasNone) return <NoChannels />;
  if (list.channels.length === 0) return <NoMatch name={name} onClear={onClear} />;
  return (
    <Panel>
      <ul className={classes["list"]}>
        {list.channels.map((channel) => (
          <ChannelRow key={channel.id} channel={channel} />
        ))}
      </ul>
      {list.hasNextPage && <MoreButton list={list} />}
    </Panel>
  );
}

function Loading() {
  return (
    <Panel className={classes["loading"] ?? ""}>
      <SkeletonRows count={5} label="Loading channels" />
    </Panel>
  );
}

function MoreButton({ list: { loadMore, isFetchingNextPage } }: { list: ChannelPages }) {
  const { ref, entry } = useIntersection<HTMLDivElement>({ rootMargin: "200px" });
  const isNear = entry?.isIntersecting ?? false;
  useEffect(() => {
    if (isNear) loadMore();
  }, [isNear, loadMore]);
  return (
    <div ref={ref} className="p-8 flex line-above justify-center">
      <BusyButton variant="subtle" isBusy={isFetchingNextPage} onClick={loadMore}>
        Show more
      </BusyButton>
    </div>
  );
}

function NoMatch({ name, onClear }: { name: string; onClear: () => void }) {
  return (
    <Panel className={classes["empty"] ?? ""}>
      <EmptyState title="No channels found" about={`No results for “${name}”`}>
        <Button onClick={onClear}>Clear search</Button>
      </EmptyState>
    </Panel>
  );
}

function NoChannels() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Panel className={classes["empty"] ?? ""}>
      <EmptyState
        picture={<MirrorPicture />}
        title="No channels"
        about="A channel is your show: its platforms, chat, bot and team."
      >
        <Button component={Link} to="/create-channel" variant="filled" leftSection={<IconPlus size={16} />}>
          Create channel
        </Button>
        <Button onClick={() => setIsOpen(true)}>Open an invitation</Button>
      </EmptyState>
      <InvitationDialog opened={isOpen} onClose={() => setIsOpen(false)} />
    </Panel>
  );
}
