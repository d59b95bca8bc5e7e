import { lazy, Suspense } from "react";
import { Outlet, useParams } from "react-router";
import type { Channel } from "../../api/types";
import { isRehearsal } from "../../lib/rehearsal";
import { loadScreen } from "../../lib/reload-guard";
import { can } from "../../session/channel";
import { Deferred } from "../../ui/deferred";
import { EmptyState } from "../../ui/empty-state";
import { CentredPage } from "../../ui/page/centred-page";
import { ErrorPanel } from "../../ui/page/error-panel";
import { ScreenSkeleton } from "../../ui/page/screen-skeleton";
import { Panel } from "../../ui/panel";
import { UndoArea } from "../../ui/undo/undo-area";
import { ChannelSwitcher } from "../sidebar/channel-switcher";
import { channelNav } from "../sidebar/navs";
import { Sidebar } from "../sidebar/sidebar";
import { useCollapsed } from "../sidebar/sidebar-state";
import { useSidebarMenu } from "../sidebar/use-sidebar-menu";
import { Frame } from "./frame";
import { FrameSkeleton } from "./frame-skeleton";
import { ShellDialogs } from "./shell-dialogs";
import { useOpenChannel } from "./use-open-channel";

const Rehearsal = lazy(() =>
  loadScreen(async () => ({ default: (await import("../../features/rehearsal/rehearsal")).Rehearsal })),
);

export function ChannelShell() {
  const { channelId = "" } = useParams();
  const channel = useOpenChannel(channelId);
  if (channel.data?.suspended_reason != null) return <SuspendedChannel channel={channel.data} />;
  if (channel.data) return <OpenChannel channel={channel.data} />;
  if (!channel.isError) return <FrameSkeleton area="channel" />;
  return (
    <CentredPage>
      <ErrorPanel
        isBare
        heading="h1"
        error={channel.error}
        onRetry={() => void channel.refetch()}
        isRetrying={channel.isFetching}
      />
    </CentredPage>
  );
}

/** Shows why the channel is suspended; there is no sidebar, because none of its screens can be opened. */
function SuspendedChannel({ channel }: { channel: Channel }) {
  return (
    <ShellDialogs>
      <Frame area="home" mobileHead={<ChannelSwitcher channel={channel} isInHeader />}>
        <Panel padded>
          <EmptyState
            heading="h1"
            title={`${channel.display_name} is suspended`}
            about={`Reason: ${channel.suspended_reason}`}
            aside="Contact your server admin. Nothing has been deleted."
          />
        </Panel>
      </Frame>
    </ShellDialogs>
  );
}

function OpenChannel({ channel }: { channel: Channel }) {
  const [isCollapsed, toggleCollapsed] = useCollapsed();
  const base = `/channels/${channel.id}`;
  const items = { base, entries: channelNav, channelId: channel.id, label: "Channel" };
  const menu = useSidebarMenu(items);
  return (
    <ShellDialogs>
      <Frame
        area="channel"
        isCollapsed={isCollapsed}
        onOpenMenu={menu.open}
        tools={
          isRehearsal() &&
          can(channel, "rehearsal.control") && (
            <Suspense>
              <Rehearsal channel={channel} />
            </Suspense>
          )
        }
        mobileHead={<ChannelSwitcher channel={channel} isInHeader />}
        sidebar={
          <Sidebar {...items} isCollapsed={isCollapsed} onToggle={toggleCollapsed}>
            <ChannelSwitcher channel={channel} isCollapsed={isCollapsed} />
          </Sidebar>
        }
      >
        <Deferred fallback={<ScreenSkeleton />}>
          <Outlet />
        </Deferred>
        <UndoArea channelId={channel.id} isFloating />
      </Frame>
      {menu.drawer}
    </ShellDialogs>
  );
}
