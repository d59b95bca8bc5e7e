import { usePlatforms, writable } from "../../../api/platforms";
import { PlatformChips } from "../../../ui/fields/platform-chips";
import classes from "./command-editor.module.css";
import type { FormProps } from "./form-props";

/** Where the command is answered at all. */
export function CommandPlatforms({ draft, change, errorOf, isLocked }: FormProps) {
  return (
    <div>
      <h3 className={classes["label"]}>Platforms</h3>
      <PlatformChips
        label="Platforms of the command"
        platforms={writable(usePlatforms())}
        chosen={draft.providers}
        onChange={(providers) => change({ providers })}
        words={({ name }, isOn) => (isOn ? `Answered on ${name}` : `Not answered on ${name}`)}
        error={errorOf("providers")}
        isLocked={isLocked}
      />
    </div>
  );
}
