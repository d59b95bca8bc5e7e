import { NativeSelect } from "@mantine/core";
import { IconSelector } from "@tabler/icons-react";
import { SecondsField } from "../../ui/seconds-field";
import { Segments } from "../../ui/segments";
import { LabelledSwitch } from "../../ui/switch";
import classes from "./command.module.css";
import { ACTIVE_MODES, asLevel, LONGEST_COOLDOWN, levelChoices, MAY_NOT_MANAGE, RESPONSE_TYPES } from "./command-words";
import { useRoles } from "./commands.queries";
import type { Editing } from "./editing";

/** Who is answered, how often, how, and when. */
export function UseSection({ draft, change, errorOf, isLocked }: Editing) {
  const roles = useRoles().data ?? [];
  const lockedBecause = isLocked ? MAY_NOT_MANAGE : undefined;
  return (
    <div className={classes["section"]}>
      <div className={classes["three"]}>
        <NativeSelect
          size="xs"
          rightSection={<IconSelector size={15} stroke={1.9} />}
          label="Who can use it"
          data={levelChoices(roles)}
          value={String(draft.access_level)}
          error={errorOf("access_level")}
          disabled={isLocked}
          onChange={(event) => change({ access_level: asLevel(Number(event.currentTarget.value)) })}
        />
        <SecondsField
          label="Cooldown for all"
          value={draft.global_cooldown}
          most={LONGEST_COOLDOWN}
          error={errorOf("global_cooldown")}
          isLocked={isLocked}
          onChange={(seconds) => change({ global_cooldown: seconds })}
        />
        <SecondsField
          label="Cooldown per viewer"
          value={draft.chatter_cooldown}
          most={LONGEST_COOLDOWN}
          error={errorOf("chatter_cooldown")}
          isLocked={isLocked}
          onChange={(seconds) => change({ chatter_cooldown: seconds })}
        />
      </div>
      <div className={classes["two"]}>
        <div>
          <h3 className={classes["label"]}>Answer as</h3>
          <Segments
            label="Answer as"
            isFull
            value={draft.response_type}
            options={RESPONSE_TYPES}
            lockedBecause={lockedBecause}
            onChange={(value) => change({ response_type: value })}
          />
        </div>
        <div>
          <h3 className={classes["label"]}>Works</h3>
          <Segments
            label="Works"
            isFull
            value={draft.active_mode}
            options={ACTIVE_MODES}
            lockedBecause={lockedBecause}
            onChange={(value) => change({ active_mode: value })}
          />
        </div>
      </div>
      <div className={classes["skip"]}>
        <LabelledSwitch
          label="Moderators skip both cooldowns"
          checked={draft.mods_skip_cooldown}
          lockedBecause={lockedBecause}
          onChange={(value) => change({ mods_skip_cooldown: value })}
        />
      </div>
    </div>
  );
}
