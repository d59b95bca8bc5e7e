import { Button, Popover, Tooltip } from "@mantine/core";
import { IconAlertTriangle, IconCheck, IconChevronDown, IconLock } from "@tabler/icons-react";
import type { Platform } from "../../../api/types";
import { PlatformIcon } from "../../../ui/platform-icon";
import classes from "./target-chips.module.css";
import type { Target } from "./targets";

interface TargetChipsProps {
  targets: readonly Target[];
  onSelect: (id: string, isSelected: boolean) => void;
  onConnectAccount: (platform: Platform) => void;
}

/** Chips that select the chats to send to, behind a button on phones; tooltips say why a chat is locked or down. */
export function TargetChips(props: TargetChipsProps) {
  const selected = props.targets.filter(({ isSelected }) => isSelected).length;
  const hasTrouble = props.targets.some(({ trouble }) => trouble !== null);
  return (
    <>
      <fieldset className="m-0 p-0 gap-6 b-0 wrap flex miw-0 not-on-phone" aria-label="Send to">
        <Chips {...props} />
      </fieldset>
      <div className={classes["narrow"]}>
        <Popover position="top-start" portalProps={{ target: "main" }}>
          <Popover.Target>
            <Button
              size="xs"
              leftSection={
                hasTrouble && <IconAlertTriangle className="amber" size={14} aria-label="Connection issue" />
              }
              rightSection={<IconChevronDown size={14} />}
            >
              {selected === 1 ? "1 platform" : `${selected} platforms`}
            </Button>
          </Popover.Target>
          <Popover.Dropdown aria-label="Send to">
            <div className="column gap-4">
              <Chips {...props} />
            </div>
          </Popover.Dropdown>
        </Popover>
      </div>
    </>
  );
}

function Chips({ targets, onSelect, onConnectAccount }: TargetChipsProps) {
  return targets.map((target) => (
    <Chip
      key={target.id}
      target={target}
      onPress={() => {
        if (target.needsAccount) onConnectAccount(target.platform);
        else if (target.lockedBecause === null) onSelect(target.id, !target.isSelected);
      }}
    />
  ));
}

function Chip({ target, onPress }: { target: Target; onPress: () => void }) {
  const { label, platform, isSelected, lockedBecause, needsAccount, trouble } = target;
  const reason = [trouble, lockedBecause].filter(Boolean).join(" ") || null;
  return (
    <Tooltip label={reason} disabled={reason === null} events={{ hover: true, focus: true, touch: true }}>
      <button
        type="button"
        className={classes["chip"]}
        data-on={isSelected || undefined}
        data-locked={lockedBecause !== null || undefined}
        data-trouble={trouble !== null || undefined}
        aria-pressed={lockedBecause === null ? isSelected : undefined}
        aria-disabled={(lockedBecause !== null && !needsAccount) || undefined}
        aria-label={reason === null ? label : `${label}: ${reason}`}
        onClick={onPress}
      >
        <PlatformIcon provider={platform.provider} size={14} />
        {label}
        {isSelected && <IconCheck className="mint" size={13} aria-hidden="true" />}
        {trouble !== null && <IconAlertTriangle size={13} aria-hidden="true" />}
        {lockedBecause !== null && <IconLock size={13} aria-hidden="true" />}
      </button>
    </Tooltip>
  );
}
