import { usePlatforms, writablePlatforms } from "../../api/platforms";
import { PlatformChips } from "../fields/platform-chips";
import type { CommandFieldProps } from "./command-field-props";

export function CommandPlatforms({ draft, change, errorOf, isLocked = false }: CommandFieldProps) {
  return (
    <div>
      <h3 className="medium fw-500 mb-4">Platforms</h3>
      <PlatformChips
        label="Command platforms"
        platforms={writablePlatforms(usePlatforms())}
        chosen={draft.providers}
        onChange={(providers) => change({ providers })}
        chipLabel={({ name }, isOn) => (isOn ? `Active on ${name}` : `Off on ${name}`)}
        error={errorOf("providers")}
        isLocked={isLocked}
      />
    </div>
  );
}
