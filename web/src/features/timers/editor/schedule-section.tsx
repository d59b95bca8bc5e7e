import type { ReactNode } from "react";
import { Segments } from "../../../ui/buttons/segments";
import { ACTIVE_MODES } from "../../../ui/command/command-options";
import { QuantityField } from "../../../ui/fields/quantity-field";
import { MAX_INTERVAL_MINUTES, MAY_NOT_MANAGE, PICKS, RESPONSE_TYPES } from "../timer-labels";
import type { FormProps } from "./draft";
import classes from "./timer-editor.module.css";

/** Fields for the interval, random delay, message order, response type and active mode. */
export function ScheduleSection({ draft, change, errorOf, isLocked }: FormProps) {
  const lockedBecause = isLocked ? MAY_NOT_MANAGE : undefined;
  return (
    <div className={classes["grid"]}>
      <QuantityField
        label="Every"
        unit="min"
        unitName="minutes"
        max={MAX_INTERVAL_MINUTES}
        value={draft.interval_minutes}
        error={errorOf("interval_minutes")}
        isLocked={isLocked}
        onChange={(interval_minutes) => change({ interval_minutes })}
      />
      <QuantityField
        label="Random delay (up to)"
        unit="min"
        unitName="minutes"
        max={MAX_INTERVAL_MINUTES}
        value={draft.spread_minutes}
        error={errorOf("spread_minutes")}
        isLocked={isLocked}
        onChange={(spread_minutes) => change({ spread_minutes })}
      />
      <Labelled label="Message order">
        <Segments
          isFull
          label="Message order"
          value={draft.pick}
          options={PICKS}
          lockedBecause={lockedBecause}
          onChange={(pick) => change({ pick })}
        />
      </Labelled>
      <Labelled label="Post as">
        <Segments
          isFull
          label="Post as"
          value={draft.response_type}
          options={RESPONSE_TYPES}
          lockedBecause={lockedBecause}
          onChange={(response_type) => change({ response_type })}
        />
      </Labelled>
      <div className={classes["full"]}>
        <Labelled label="Active">
          <Segments
            isFull
            label="Active"
            value={draft.active_mode}
            options={ACTIVE_MODES}
            lockedBecause={lockedBecause}
            onChange={(active_mode) => change({ active_mode })}
          />
        </Labelled>
      </div>
    </div>
  );
}

function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <span className={classes["label"]} aria-hidden="true">
        {label}
      </span>
      {children}
    </div>
  );
}
