import { clsx } from "clsx";
import type { Platform } from "../../api/types";
import { PlatformIcon } from "../platform-icon";
import classes from "./list.module.css";

interface PlatformSlotsProps {
  platforms: readonly Platform[];
  isOn: (provider: string) => boolean;
  className?: string | undefined;
}

/** One fixed slot per platform; the slot of a platform that is off stays empty. */
export function PlatformSlots({ platforms, isOn, className }: PlatformSlotsProps) {
  return (
    <span className={clsx(classes["slots"], className)}>
      {platforms.map(({ provider, name }) => (
        <span key={provider} className={classes["slot"]}>
          {isOn(provider) && <PlatformIcon provider={provider} size={14} label={name} />}
        </span>
      ))}
    </span>
  );
}
