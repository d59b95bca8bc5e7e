import { platformName, usePlatforms } from "../../api/platforms";
import type { AdminChannel } from "../../api/types";
import { PlatformIcon } from "../../ui/platform-icon";
import classes from "./admin-channels.module.css";

export function ChannelPlatforms({ channel }: { channel: AdminChannel }) {
  const platforms = usePlatforms();
  if (channel.platforms.length === 0) return <span className={classes["none"]}>None</span>;
  return (
    <span className={classes["platforms"]}>
      {[...new Set(channel.platforms)].map((provider) => (
        <PlatformIcon key={provider} provider={provider} label={platformName(platforms, provider)} />
      ))}
    </span>
  );
}
