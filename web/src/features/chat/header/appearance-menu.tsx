import { ActionIcon, Popover, Tooltip } from "@mantine/core";
import { IconAdjustmentsHorizontal } from "@tabler/icons-react";
import { Segments } from "../../../ui/buttons/segments";
import { LabelledSwitch } from "../../../ui/buttons/switch";
import { FONT_SIZES, useChatAppearance } from "../chat-appearance";
import classes from "./appearance-menu.module.css";

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
      <Popover.Dropdown className={classes["look"] ?? ""} aria-label="Chat appearance">
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
        <LabelledSwitch
          label="Timestamps"
          checked={appearance.hasTimes}
          onChange={(hasTimes) => change({ hasTimes })}
        />
        <LabelledSwitch label="Badges" checked={appearance.hasBadges} onChange={(hasBadges) => change({ hasBadges })} />
        <LabelledSwitch
          label="Show deleted messages"
          checked={appearance.showsRemoved}
          onChange={(showsRemoved) => change({ showsRemoved })}
        />
        <LabelledSwitch
          label="Hide bots"
          checked={appearance.hidesBots}
          onChange={(hidesBots) => change({ hidesBots })}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
