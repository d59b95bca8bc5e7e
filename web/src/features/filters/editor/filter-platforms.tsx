import { IconEyeOff } from "@tabler/icons-react";
import { isReadable, usePlatforms } from "../../../api/platforms";
import type { Platform } from "../../../api/types";
import { PlatformChips } from "../../../ui/fields/platform-chips";
import type { FormProps } from "./form-props";

/** Where nothing can be deleted a hit is hidden on our side only, and the chip says so. */
function platformHint({ name, capabilities }: Platform, isOn: boolean): string {
  if (!isOn) return `${name} is left alone`;
  const lacking = capabilities.find(({ label, supported }) => !supported && label.startsWith("Delete"));
  return lacking ? `${name} is watched, but hits are only hidden here. ${lacking.reason ?? ""}` : `${name} is watched`;
}

/** Where the filter watches. */
export function FilterPlatforms({ draft, change, errorOf, isLocked }: FormProps) {
  return (
    <PlatformChips
      label="Platforms"
      platforms={usePlatforms().filter(isReadable)}
      chosen={draft.providers}
      onChange={(providers) => change({ providers })}
      words={platformHint}
      offIcon={IconEyeOff}
      error={errorOf("providers")}
      isLocked={isLocked}
    />
  );
}
