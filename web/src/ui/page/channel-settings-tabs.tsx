import { NavLink } from "react-router";
import classes from "./channel-settings-tabs.module.css";

const WEBHOOKS = "/webhooks";
const TABS = [
  { label: "General", path: "" },
  { label: "Backup & restore", path: "/file" },
  { label: "Webhooks", path: WEBHOOKS },
  { label: "Viewer data", path: "/viewer-data" },
  { label: "Danger zone", path: "/danger-zone" },
];

interface ChannelSettingsTabsProps {
  channelId: string;
  /** Whether the user may see the webhooks. */
  hasWebhooks: boolean;
}

/** Tabs with links to the pages of a channel's settings. */
export function ChannelSettingsTabs({ channelId, hasWebhooks }: ChannelSettingsTabsProps) {
  return (
    <nav className={classes["tabs"]} aria-label="Channel settings">
      {TABS.filter(({ path }) => hasWebhooks || path !== WEBHOOKS).map(({ label, path }) => (
        <NavLink
          key={path}
          end={path === ""}
          to={`/channels/${channelId}/settings${path}`}
          className={classes["tab"] ?? ""}
        >
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
