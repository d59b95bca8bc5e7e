import { IconUrgent } from "@tabler/icons-react";
import classes from "./panic.module.css";
import { usePanic, useSetPanic } from "./panic.queries";

/** The panic button among the tabs of a phone: always in reach. */
export function PanicTab({ channelId }: { channelId: string }) {
  const panic = usePanic(channelId);
  const { mutate, isPending } = useSetPanic(channelId);
  const isOn = panic?.is_on ?? false;
  return (
    <button
      type="button"
      className={classes["tab"]}
      data-on={isOn || undefined}
      aria-pressed={isOn}
      aria-label="Panic"
      aria-disabled={isPending || panic === undefined}
      onClick={() => !isPending && panic && mutate(!isOn)}
    >
      <IconUrgent size={20} stroke={1.6} aria-hidden="true" />
      {isOn ? "Restore" : "Panic"}
    </button>
  );
}
