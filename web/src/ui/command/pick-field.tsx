import { Segments } from "../buttons/segments";
import type { CommandFieldProps } from "./command-field-props";
import { PICKS } from "./command-options";

interface PickFieldProps extends Pick<CommandFieldProps, "draft" | "change"> {
  lockedBecause?: string | undefined;
}

/** Field for how one of several responses is picked. */
export function PickField({ draft, change, lockedBecause }: PickFieldProps) {
  return (
    <div className="pt-12">
      <h3 className="medium fw-500 mb-4">Pick</h3>
      <Segments
        label="Pick"
        isFull
        value={draft.pick}
        options={PICKS}
        lockedBecause={lockedBecause}
        onChange={(pick) => change({ pick })}
      />
      <p className="small muted mt-4">{PICKS.find(({ value }) => value === draft.pick)?.about}</p>
    </div>
  );
}
