import { platformName, usePlatforms } from "../../../api/platforms";
import { PlatformIcon } from "../../../ui/platform-icon";
import classes from "../viewer-card.module.css";

/** The account that an entry or a message is about, where a viewer has several. */
export function AccountMark({ provider, name }: { provider: string; name: string }) {
  const label = [name, platformName(usePlatforms(), provider)].filter(Boolean).join(" on ");
  return (
    <span className={classes["mark"]} title={label}>
      <PlatformIcon provider={provider} size={13} label={label} />
    </span>
  );
}
