import { ActionIcon, Popover, Tooltip } from "@mantine/core";
import { IconAdjustmentsHorizontal } from "@tabler/icons-react";
import { Segments } from "../../../ui/buttons/segments";
import { LabelledSwitch } from "../../../ui/buttons/switch";
import { FONT_SIZES, useChatLook } from "../chat-appearance";
import classes from "./appearance-menu.module.css";

const SIZES = FONT_SIZES.map((size) => ({ value: String(size), label: String(size) }));

/** How this person reads chat, kept for every channel and every browser of theirs. */
export function LookMenu() {
  const [look, change] = useChatLook();
  return (
    <Popover position="bottom-end" offset={4} trapFocus returnFocus withinPortal portalProps={{ target: "main" }}>
      <Popover.Target>
        <Tooltip label="Chat look">
          <ActionIcon aria-label="Chat look">
            <IconAdjustmentsHorizontal size={17} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown className={classes["look"] ?? ""} aria-label="Chat look">
        <div className={classes["size"]}>
          <span aria-hidden="true">Text size</span>
          <Segments
            label="Text size"
            value={String(look.fontSize)}
            options={SIZES}
            onChange={(value) => {
              const fontSize = FONT_SIZES.find((size) => String(size) === value);
              if (fontSize) change({ fontSize });
            }}
          />
        </div>
        <LabelledSwitch label="Time stamps" checked={look.hasTimes} onChange={(hasTimes) => change({ hasTimes })} />
        <LabelledSwitch label="Badges" checked={look.hasBadges} onChange={(hasBadges) => change({ hasBadges })} />
        <LabelledSwitch
          label="Removed messages"
          checked={look.showsRemoved}
          onChange={(showsRemoved) => change({ showsRemoved })}
        />
        <LabelledSwitch label="Hide bots" checked={look.hidesBots} onChange={(hidesBots) => change({ hidesBots })} />
      </Popover.Dropdown>
    </Popover>
  );
}
