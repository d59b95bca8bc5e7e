import { IconEyeOff } from "@tabler/icons-react";
import { isReadable, usePlatforms } from "../../../api/platforms";
import type { Platform } from "../../../api/types";
import { PlatformChips } from "../../../ui/fields/platform-chips";
import type { FormProps } from "./form-props";

/** Tooltip of a platform; says if hits are only hidden in Greenroom, because the platform cannot delete them. */
function platformHint({ name, capabilities }: Platform, isOn: boolean): string {
  if (!isOn) return `${name} is not filtered`;
  const missing = capabilities.find(({ label, supported }) => !supported && label.startsWith("Delete"));
  return missing
    ? `${name} is filtered, but hits are only hidden here. ${missing.reason ?? ""}`
    : `${name} is filtered`;
}

export function FilterPlatforms({ draft, change, errorOf, isLocked }: FormProps) {
  return (
    <PlatformChips
      label="Platforms"
      platforms={usePlatforms().filter(isReadable)}
      chosen={draft.providers}
      onChange={(providers) => change({ providers })}
      chipLabel={platformHint}
      offIcon={IconEyeOff}
      error={errorOf("providers")}
      isLocked={isLocked}
    />
  );
}
