import { Button, Popover, Tooltip } from "@mantine/core";
import { IconCheck, IconChevronDown, IconLock } from "@tabler/icons-react";
import type { Platform } from "../../../api/types";
import { PlatformIcon } from "../../../ui/platform-icon";
import classes from "./target-chips.module.css";
import type { Target } from "./targets";

interface TargetChipsProps {
  targets: readonly Target[];
  onChoose: (id: string, isChosen: boolean) => void;
  onConnectAccount: (platform: Platform) => void;
}

/** A tick: it goes there. A lock: it cannot, and the tooltip says why. On phones the chips fold into one button. */
export function TargetChips(props: TargetChipsProps) {
  const chosen = props.targets.filter(({ isChosen }) => isChosen).length;
  return (
    <>
      <fieldset className={classes["wide"]} aria-label="Where it goes">
        <Chips {...props} />
      </fieldset>
      <div className={classes["narrow"]}>
        <Popover position="top-start" portalProps={{ target: "main" }}>
          <Popover.Target>
            <Button size="xs" rightSection={<IconChevronDown size={14} />}>
              {chosen === 1 ? "1 platform" : `${chosen} platforms`}
            </Button>
          </Popover.Target>
          <Popover.Dropdown aria-label="Where it goes">
            <div className={classes["folded"]}>
              <Chips {...props} />
            </div>
          </Popover.Dropdown>
        </Popover>
      </div>
    </>
  );
}

function Chips({ targets, onChoose, onConnectAccount }: TargetChipsProps) {
  return targets.map((target) => (
    <Chip
      key={target.id}
      target={target}
      onPress={() => {
        if (target.needsAccount) onConnectAccount(target.platform);
        else if (target.lock === null) onChoose(target.id, !target.isChosen);
      }}
    />
  ));
}

function Chip({ target, onPress }: { target: Target; onPress: () => void }) {
  const { label, platform, isChosen, lock, needsAccount } = target;
  return (
    <Tooltip label={lock} disabled={lock === null} events={{ hover: true, focus: true, touch: true }}>
      <button
        type="button"
        className={classes["chip"]}
        data-on={isChosen || undefined}
        data-locked={lock !== null || undefined}
        aria-pressed={lock === null ? isChosen : undefined}
        aria-disabled={(lock !== null && !needsAccount) || undefined}
        aria-label={lock === null ? label : `${label}: ${lock}`}
        onClick={onPress}
      >
        <PlatformIcon provider={platform.provider} size={14} />
        {label}
        {isChosen && <IconCheck className={classes["tick"]} size={13} aria-hidden="true" />}
        {lock !== null && <IconLock size={13} aria-hidden="true" />}
      </button>
    </Tooltip>
  );
}
