import { useMediaQuery } from "@mantine/hooks";
import type { ReactNode } from "react";
import type { Channel, ChannelProvider } from "../../api/types";
import { ActivityFeed } from "../../features/activity-feed/activity-feed";
import { QuickActions } from "../../features/dashboard/actions/quick-actions";
import { PanicButton } from "../../features/dashboard/panic/panic-button";
import { PanicTab } from "../../features/dashboard/panic/panic-tab";
import { PopoutButton } from "../../features/dashboard/popout/popout-button";
import { PlatformStrip } from "../../features/dashboard/strip/platform-strip";
import { can } from "../../session/channel";
import { useChannelProviders } from "../../session/channel-providers";
import { HiddenHeading } from "../../ui/page/hidden-heading";
import classes from "./dashboard-screen.module.css";
import { LayoutMenu } from "./layout-menu";
import type { PaneName } from "./pane-layout";
import { PaneTabs } from "./pane-tabs";
import { Panes } from "./panes";
import { usePaneLayout } from "./use-pane-layout";

const NO_PROVIDERS: readonly ChannelProvider[] = [];
const WIDE = "(min-width: 75em)";

interface DashboardScreenProps {
  channel: Channel;
  chat: ReactNode;
}

/** The platform strip above panes of activity, chat and quick actions. */
export function DashboardScreen({ channel, chat }: DashboardScreenProps) {
  const { data: providers } = useChannelProviders(channel.id);
  const [layout, setLayout] = usePaneLayout();
  const isWide = useMediaQuery(WIDE, true, { getInitialValueInEffect: false });
  const arrange = isWide ? <LayoutMenu layout={layout} onChange={setLayout} /> : null;
  const render = (name: PaneName) => {
    if (name === "chat") return chat;
    if (name === "activity")
      return can(channel, "activity.read") ? <ActivityFeed channelId={channel.id} isPopout={false} isPane /> : null;
    const tools = (
      <>
        {arrange}
        <PopoutButton channelId={channel.id} />
      </>
    );
    return <QuickActions channel={channel} providers={providers ?? NO_PROVIDERS} tools={tools} />;
  };
  const areActionsHidden = layout.some(({ name, isHidden }) => name === "actions" && isHidden);
  return (
    <div className={classes["screen"]}>
      <HiddenHeading>Dashboard</HiddenHeading>
      <div className={classes["top"]}>
        <PlatformStrip channel={channel} providers={providers} />
        {isWide && areActionsHidden && (
          <div className={classes["arrange"]}>
            {arrange}
            {can(channel, "moderation.use") && <PanicButton channelId={channel.id} isCompact />}
          </div>
        )}
      </div>
      {isWide ? (
        <Panes layout={layout} onChange={setLayout} render={render} />
      ) : (
        <PaneTabs render={render}>{can(channel, "moderation.use") && <PanicTab channelId={channel.id} />}</PaneTabs>
      )}
    </div>
  );
}
