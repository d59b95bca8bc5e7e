import { ActionIcon, Popover, Tooltip } from "@mantine/core";
import { IconAdjustmentsHorizontal } from "@tabler/icons-react";
import { Segments } from "../../../ui/buttons/segments";
import { LabelledSwitch } from "../../../ui/buttons/switch";
import { FONT_SIZES, useChatAppearance } from "../chat-appearance";
import classes from "./appearance-menu.module.css";

const SWITCHES = [
  ["hasTimes", "Timestamps"],
  ["hasBadges", "Badges"],
  ["showsRemoved", "Show deleted messages"],
  ["hidesBots", "Hide bots"],
  ["pausesUnderPointer", "Pause on hover"],
] as const;
const SIZES = FONT_SIZES.map((size) => ({ value: String(size), label: String(size) }));

/** Chat appearance, saved in the user's settings for all channels and browsers. */
export function AppearanceMenu() {
  const [appearance, change] = useChatAppearance();
  return (
    <Popover position="bottom-end" offset={4} trapFocus returnFocus withinPortal portalProps={{ target: "main" }}>
      <Popover.Target>
        <Tooltip label="Chat appearance">
          <ActionIcon aria-label="Chat appearance">
            <IconAdjustmentsHorizontal size={17} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown className={classes["menu"] ?? ""} aria-label="Chat appearance">
        <div className={classes["size"]}>
          <span aria-hidden="true">Text size</span>
          <Segments
            label="Text size"
            value={String(appearance.fontSize)}
            options={SIZES}
            onChange={(value) => {
              const fontSize = FONT_SIZES.find((size) => String(size) === value);
              if (fontSize) change({ fontSize });
            }}
          />
        </div>
        {SWITCHES.map(([name, label]) => (
          <LabelledSwitch
            key={name}
            label={label}
            checked={appearance[name]}
            onChange={(on) => change({ [name]: on })}
          />
        ))}
      </Popover.Dropdown>
    </Popover>
  );
}
