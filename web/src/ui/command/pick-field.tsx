import { Segments } from "../buttons/segments";
import type { CommandFieldProps } from "./command-field-props";
import classes from "./command-fields.module.css";
import { PICKS } from "./command-options";

interface PickFieldProps extends Pick<CommandFieldProps, "draft" | "change"> {
  lockedBecause?: string | undefined;
}

/** Field for how one of several responses is picked. */
export function PickField({ draft, change, lockedBecause }: PickFieldProps) {
  return (
    <div className={classes["pick"]}>
      <h3 className={classes["label"]}>Pick</h3>
      <Segments
        label="Pick"
        isFull
        value={draft.pick}
        options={PICKS}
        lockedBecause={lockedBecause}
        onChange={(pick) => change({ pick })}
      />
      <p className={classes["help"]}>{PICKS.find(({ value }) => value === draft.pick)?.about}</p>
    </div>
  );
}
