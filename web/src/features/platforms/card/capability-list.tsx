import { VisuallyHidden } from "@mantine/core";
import { IconCheck, IconMinus } from "@tabler/icons-react";
import type { Platform } from "../../../api/types";
import classes from "./capability-list.module.css";

/** Capabilities of the platform with the reason where one is missing. */
export function CapabilityList({ platform }: { platform: Platform }) {
  const { capabilities } = platform;
  if (capabilities.length === 0) return null;
  return (
    <ul className={classes["list"]} aria-label={`${platform.name} features`}>
      {capabilities.map(({ label, supported, reason }) => (
        <li key={label} className={classes["item"]} data-off={!supported || undefined}>
          {supported ? (
            <IconCheck className={classes["supported"]} size={15} stroke={1.9} aria-hidden="true" />
          ) : (
            <IconMinus className={classes["unsupported"]} size={15} stroke={1.9} aria-hidden="true" />
          )}
          <span>
            {!supported && <VisuallyHidden>Not supported: </VisuallyHidden>}
            {label}
            {reason && ` · ${reason}`}
          </span>
        </li>
      ))}
    </ul>
  );
}
