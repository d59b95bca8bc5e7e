import { ActionIcon, Menu, Tooltip } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import {
  IconActivity,
  IconAdjustments,
  IconArrowLeft,
  IconArrowRight,
  IconBolt,
  IconExternalLink,
  IconEye,
  IconEyeOff,
  IconMessages,
  IconRestore,
  type TablerIcon,
} from "@tabler/icons-react";
import { Fragment, type ReactNode, useMemo, useState } from "react";
import type { Channel, ChannelProvider } from "../../api/types";
import { ActivityFeed } from "../../features/activity-feed/activity-feed";
import { QuickActions } from "../../features/dashboard/actions/quick-actions";
import { PanicButton } from "../../features/dashboard/panic/panic-button";
import { PanicTab } from "../../features/dashboard/panic/panic-tab";
import { PlatformStrip } from "../../features/dashboard/strip/platform-strip";
import { can } from "../../session/channel";
import { useChannelProviders } from "../../session/channel-providers";
import { useSaveSettings, useSettings } from "../../session/settings";
import { HiddenHeading } from "../../ui/page/hidden-heading";
import classes from "./dashboard-screen.module.css";
import {
  DEFAULT_LAYOUT,
  movePane,
  PANE_LABELS,
  type PaneLayout,
  type PaneName,
  readLayout,
  togglePane,
  visiblePanes,
} from "./pane-layout";
import { Panes } from "./panes";

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

const WINDOW_FEATURES = "popup,width=360,height=800";

/** Button that opens the quick actions in a popout window. */
function PopoutButton({ channelId }: { channelId: string }) {
  const open = () => window.open(`/popout/channels/${channelId}/quick-actions`, "_blank", WINDOW_FEATURES);
  return (
    <Tooltip label="Pop out">
      <ActionIcon aria-label="Pop out" onClick={open}>
        <IconExternalLink size={17} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  );
}

// Stored in the user's settings, because the layout applies to all their channels and computers.
const SETTING = "dashboard_panes";

function usePaneLayout(): [PaneLayout, (layout: PaneLayout) => void] {
  const stored = useSettings().data?.[SETTING];
  const { mutate } = useSaveSettings();
  const layout = useMemo(() => readLayout(stored), [stored]);
  return [layout, (changed) => mutate({ [SETTING]: changed === DEFAULT_LAYOUT ? null : changed })];
}

const TABS: readonly { name: PaneName; icon: TablerIcon }[] = [
  { name: "chat", icon: IconMessages },
  { name: "activity", icon: IconActivity },
  { name: "actions", icon: IconBolt },
];

interface PaneTabsProps {
  render: (name: PaneName) => ReactNode;
  /** Content beside the tabs, such as the panic button. */
  children: ReactNode;
}

/** One pane at a time, chosen at the bottom of the screen: for narrow windows and phones. */
function PaneTabs({ render, children }: PaneTabsProps) {
  const [open, setOpen] = useState<PaneName>("chat");
  return (
    <>
      <div className={classes["pane"]} data-pane={open} data-alone>
        {render(open)}
      </div>
      <nav className={classes["tabs"]} aria-label="Dashboard panes">
        {TABS.map(({ name, icon: Icon }) => (
          <button
            key={name}
            type="button"
            className={classes["tab"]}
            aria-current={name === open ? "true" : undefined}
            onClick={() => setOpen(name)}
          >
            <Icon size={20} stroke={1.6} aria-hidden="true" />
            {PANE_LABELS[name]}
          </button>
        ))}
        {children}
      </nav>
    </>
  );
}

interface LayoutMenuProps {
  layout: PaneLayout;
  onChange: (layout: PaneLayout) => void;
}

/** Moves, hides and shows panes. */
function LayoutMenu({ layout, onChange }: LayoutMenuProps) {
  const isOnlyOne = visiblePanes(layout).length === 1;
  return (
    <Menu position="bottom-end" closeOnItemClick={false}>
      <Menu.Target>
        <Tooltip label="Arrange panes">
          <ActionIcon aria-label="Arrange panes">
            <IconAdjustments size={17} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        {layout.map(({ name, isHidden }, place) => (
          <Fragment key={name}>
            <Menu.Label>{PANE_LABELS[name]}</Menu.Label>
            <Menu.Item
              leftSection={isHidden ? <IconEye size={15} /> : <IconEyeOff size={15} />}
              disabled={!isHidden && isOnlyOne}
              onClick={() => onChange(togglePane(layout, name))}
            >
              {`${isHidden ? "Show" : "Hide"} ${PANE_LABELS[name]}`}
            </Menu.Item>
            {place > 0 && (
              <Menu.Item leftSection={<IconArrowLeft size={15} />} onClick={() => onChange(movePane(layout, name, -1))}>
                {`Move ${PANE_LABELS[name]} left`}
              </Menu.Item>
            )}
            {place < layout.length - 1 && (
              <Menu.Item leftSection={<IconArrowRight size={15} />} onClick={() => onChange(movePane(layout, name, 1))}>
                {`Move ${PANE_LABELS[name]} right`}
              </Menu.Item>
            )}
          </Fragment>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconRestore size={15} />} onClick={() => onChange(DEFAULT_LAYOUT)}>
          Reset the layout
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
