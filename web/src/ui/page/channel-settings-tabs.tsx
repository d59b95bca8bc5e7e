import { NavLink } from "react-router";
import classes from "./channel-settings-tabs.module.css";

const TABS = [
  { label: "General", path: "" },
  { label: "Backup & restore", path: "/file" },
  { label: "Viewer data", path: "/viewer-data" },
  { label: "Danger zone", path: "/danger-zone" },
];

/** The pages of a channel's settings, which two features share. */
export function ChannelSettingsTabs({ channelId }: { channelId: string }) {
  return (
    <nav className={classes["tabs"]} aria-label="Channel settings">
      {TABS.map(({ label, path }) => (
        <NavLink key={path} end to={`/channels/${channelId}/settings${path}`} className={classes["tab"] ?? ""}>
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
