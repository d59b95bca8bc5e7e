import { NativeSelect } from "@mantine/core";
import { IconSelector } from "@tabler/icons-react";
import { useState } from "react";
import { useRoles } from "../../api/roles";
import type { components } from "../../api/schema";
import { Segments } from "../buttons/segments";
import { LabelledSwitch } from "../buttons/switch";
import { asLevel, levelChoices } from "../chat/role-labels";
import { QuantityField } from "../fields/quantity-field";
import { ACTIVE_MODES, MAX_COOLDOWN_SECONDS, MAX_COST, RESPONSE_TYPES } from "./command-options";
import classes from "./usage-fields.module.css";

type Usage = Pick<
  components["schemas"]["CommandIn"],
  | "access_level"
  | "global_cooldown"
  | "chatter_cooldown"
  | "response_type"
  | "active_mode"
  | "mods_skip_cooldown"
  | "cost"
>;

interface UsageFieldsProps {
  draft: Usage;
  change: (part: Partial<Usage>) => void;
  errorOf: (field: string) => string | undefined;
  lockedBecause?: string | undefined;
}

/** Access level, cooldowns, cost, response type and active mode of a command. */
export function UsageFields({ draft, change, errorOf, lockedBecause }: UsageFieldsProps) {
  const roles = useRoles().data ?? [];
  // The level that the command had at first stays in the list, so that it can be chosen again.
  const [stored] = useState(draft.access_level);
  const isLocked = lockedBecause !== undefined;
  return (
    <div className="gap-16 grid">
      <div className={classes["fourColumns"]}>
        <NativeSelect
          size="xs"
          rightSection={<IconSelector size={15} stroke={1.9} />}
          label="Who can use it"
          title="This role and higher ones"
          data={levelChoices(roles, [stored, draft.access_level])}
          value={String(draft.access_level)}
          error={errorOf("access_level")}
          disabled={isLocked}
          onChange={(event) => change({ access_level: asLevel(Number(event.currentTarget.value)) })}
        />
        <Quantities draft={draft} change={change} errorOf={errorOf} lockedBecause={lockedBecause} />
      </div>
      <div className={classes["twoColumns"]}>
        <div>
          <h3 className="medium fw-500 mb-4">Response type</h3>
          <Segments
            label="Response type"
            isFull
            value={draft.response_type}
            options={RESPONSE_TYPES}
            lockedBecause={lockedBecause}
            onChange={(value) => change({ response_type: value })}
          />
        </div>
        <div>
          <h3 className="medium fw-500 mb-4">Active</h3>
          <Segments
            label="Active"
            isFull
            value={draft.active_mode}
            options={ACTIVE_MODES}
            lockedBecause={lockedBecause}
            onChange={(value) => change({ active_mode: value })}
          />
        </div>
      </div>
      <LabelledSwitch
        label="Moderators bypass cooldowns"
        checked={draft.mods_skip_cooldown}
        lockedBecause={lockedBecause}
        onChange={(value) => change({ mods_skip_cooldown: value })}
      />
    </div>
  );
}

/** Cooldowns and cost. */
function Quantities({ draft, change, errorOf, lockedBecause }: UsageFieldsProps) {
  const isLocked = lockedBecause !== undefined;
  return (
    <>
      <QuantityField
        label="Global cooldown"
        value={draft.global_cooldown}
        max={MAX_COOLDOWN_SECONDS}
        error={errorOf("global_cooldown")}
        isLocked={isLocked}
        onChange={(seconds) => change({ global_cooldown: seconds })}
      />
      <QuantityField
        label="User cooldown"
        value={draft.chatter_cooldown}
        max={MAX_COOLDOWN_SECONDS}
        error={errorOf("chatter_cooldown")}
        isLocked={isLocked}
        onChange={(seconds) => change({ chatter_cooldown: seconds })}
      />
      <QuantityField
        label="Cost"
        value={draft.cost}
        max={MAX_COST}
        unit="pts"
        unitName="points"
        error={errorOf("cost")}
        isLocked={isLocked}
        onChange={(points) => change({ cost: points })}
      />
    </>
  );
}
