import { platformName, usePlatforms } from "../../api/platforms";
import { PlatformIcon } from "../../ui/platform-icon";

/** The platform that a viewer writes on. */
export function PlatformMark({ provider }: { provider: string }) {
  return <PlatformIcon provider={provider} size={14} label={platformName(usePlatforms(), provider)} />;
}
