import { BusyButton } from "../../../ui/buttons/busy-button";
import type { Entry, EntryState } from "../queue-types";
import { type QueuePath, useChangeState } from "../queues.queries";

interface StateButtonProps {
  path: QueuePath;
  entry: Entry;
  state: EntryState;
  label: string;
}

export function StateButton({ path, entry, state, label }: StateButtonProps) {
  const { mutate, isPending } = useChangeState(path);
  return (
    <BusyButton
      size="xs"
      aria-label={`${label}: ${entry.name}`}
      isBusy={isPending}
      onClick={() => mutate({ entry, state })}
    >
      {label}
    </BusyButton>
  );
}
