import { IconUrgent } from "@tabler/icons-react";
import classes from "./panic.module.css";
import { usePanicToggle } from "./use-panic-toggle";

/** The panic button in the tab bar of phones. */
export function PanicTab({ channelId }: { channelId: string }) {
  const { isOn, button } = usePanicToggle(channelId);
  return (
    <button {...button} className={classes["tab"]}>
      <IconUrgent size={20} stroke={1.6} aria-hidden="true" />
      {isOn ? "Restore" : "Panic"}
    </button>
  );
}
