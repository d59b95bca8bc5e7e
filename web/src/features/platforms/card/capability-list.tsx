import { VisuallyHidden } from "@mantine/core";
import { IconCheck, IconMinus } from "@tabler/icons-react";
import type { Platform } from "../../../api/types";
import classes from "./capability-list.module.css";

/** Capability list of a connected platform's card, folded behind a line with the number of features. */
export function FoldedCapabilities({ platform }: { platform: Platform }) {
  const { capabilities } = platform;
  if (capabilities.length === 0) return null;
  const missing = capabilities.filter(({ supported }) => !supported).length;
  const available = capabilities.length - missing;
  const count = available === 1 ? "1 feature" : `${available} features`;
  return (
    <details className={classes["folded"]}>
      <summary>{missing === 0 ? count : `${count}, ${missing} not available`}</summary>
      <CapabilityList platform={platform} />
    </details>
  );
}

/** Capabilities of the platform; an unsupported capability has a reason. */
export function CapabilityList({ platform }: { platform: Platform }) {
  const { capabilities } = platform;
  if (capabilities.length === 0) return null;
  return (
    <ul className={classes["list"]} aria-label={`${platform.name} features`}>
      {capabilities.map(({ label, supported, reason }) => (
        <li key={label} className={classes["item"]} data-off={!supported || undefined}>
          {supported ? (
            <IconCheck className="mint mt-2" size={15} stroke={1.9} aria-hidden="true" />
          ) : (
            <IconMinus className="faint mt-2" size={15} stroke={1.9} aria-hidden="true" />
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
