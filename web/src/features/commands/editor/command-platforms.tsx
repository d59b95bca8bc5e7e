import { usePlatforms, writablePlatforms } from "../../../api/platforms";
import { PlatformChips } from "../../../ui/fields/platform-chips";
import classes from "./command-editor.module.css";
import type { FormProps } from "./form-props";

export function CommandPlatforms({ draft, change, errorOf, isLocked }: FormProps) {
  return (
    <div>
      <h3 className={classes["label"]}>Platforms</h3>
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
