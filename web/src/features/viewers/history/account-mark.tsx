import { platformName, usePlatforms } from "../../../api/platforms";
import { PlatformIcon } from "../../../ui/platform-icon";
import classes from "../viewer-card.module.css";

/** Icon that shows to which of the linked accounts a moderation entry or a message belongs. */
export function AccountMark({ provider, name }: { provider: string; name: string }) {
  const label = [name, platformName(usePlatforms(), provider)].filter(Boolean).join(" on ");
  return (
    <span className={classes["mark"]} title={label}>
      <PlatformIcon provider={provider} size={13} label={label} />
    </span>
  );
}
