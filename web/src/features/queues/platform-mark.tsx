import { platformName, usePlatforms } from "../../api/platforms";
import { PlatformIcon } from "../../ui/platform-icon";

export function PlatformMark({ provider }: { provider: string }) {
  return <PlatformIcon provider={provider} size={14} label={platformName(usePlatforms(), provider)} />;
}
