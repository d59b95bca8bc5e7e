import { ActionIcon, Menu, Tooltip } from "@mantine/core";
import { IconAdjustments, IconArrowLeft, IconArrowRight, IconEye, IconEyeOff, IconRestore } from "@tabler/icons-react";
import { Fragment } from "react";
import { DEFAULT_LAYOUT, movePane, PANE_LABELS, type PaneLayout, togglePane, visiblePanes } from "./pane-layout";

interface LayoutMenuProps {
  layout: PaneLayout;
  onChange: (layout: PaneLayout) => void;
}

/** Moves, hides and shows panes. */
export function LayoutMenu({ layout, onChange }: LayoutMenuProps) {
  const isOnlyOne = visiblePanes(layout).length === 1;
  return (
    <Menu position="bottom-end" closeOnItemClick={false}>
      <Menu.Target>
        <Tooltip label="Arrange panes">
          <ActionIcon aria-label="Arrange panes">
            <IconAdjustments size={17} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        {layout.map(({ name, isHidden }, place) => (
          <Fragment key={name}>
            <Menu.Label>{PANE_LABELS[name]}</Menu.Label>
            <Menu.Item
              leftSection={isHidden ? <IconEye size={15} /> : <IconEyeOff size={15} />}
              disabled={!isHidden && isOnlyOne}
              onClick={() => onChange(togglePane(layout, name))}
            >
              {`${isHidden ? "Show" : "Hide"} ${PANE_LABELS[name]}`}
            </Menu.Item>
            {place > 0 && (
              <Menu.Item leftSection={<IconArrowLeft size={15} />} onClick={() => onChange(movePane(layout, name, -1))}>
                {`Move ${PANE_LABELS[name]} left`}
              </Menu.Item>
            )}
            {place < layout.length - 1 && (
              <Menu.Item leftSection={<IconArrowRight size={15} />} onClick={() => onChange(movePane(layout, name, 1))}>
                {`Move ${PANE_LABELS[name]} right`}
              </Menu.Item>
            )}
          </Fragment>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconRestore size={15} />} onClick={() => onChange(DEFAULT_LAYOUT)}>
          Reset the layout
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
