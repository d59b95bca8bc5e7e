import { ActionIcon, Popover, Tooltip } from "@mantine/core";
import { IconAdjustmentsHorizontal } from "@tabler/icons-react";
import { AppearanceFields } from "./appearance-fields";
import classes from "./appearance-menu.module.css";

export function AppearanceMenu() {
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
        <AppearanceFields />
      </Popover.Dropdown>
    </Popover>
  );
}
