import { platformName, usePlatforms } from "../../../api/platforms";
import { PlatformIcon } from "../../../ui/platform-icon";
import classes from "../viewer-card.module.css";

/** Icon of the account of an entry or a message, for viewers with linked accounts. */
export function AccountMark({ provider, name }: { provider: string; name: string }) {
  const label = [name, platformName(usePlatforms(), provider)].filter(Boolean).join(" on ");
  return (
    <span className={classes["mark"]} title={label}>
      <PlatformIcon provider={provider} size={13} label={label} />
    </span>
  );
}
