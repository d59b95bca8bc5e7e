import { ActionIcon, Menu } from "@mantine/core";
import { IconArrowBarToUp, IconArrowDown, IconArrowUp, IconDots } from "@tabler/icons-react";
import classes from "./filters.module.css";

interface RowMenuProps {
  name: string;
  place: number;
  count: number;
  onMove: (to: number) => void;
}

/** Where the filter stands among the others; only what is possible is offered, for the focus goes to the first entry. */
export function RowMenu({ name, place, count, onMove }: RowMenuProps) {
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon className={classes["more"] ?? ""} size={24} aria-label={`Order of ${name}`}>
          <IconDots size={16} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {place > 0 && (
          <Menu.Item leftSection={<IconArrowUp size={16} />} onClick={() => onMove(place - 1)}>
            Move up
          </Menu.Item>
        )}
        {place < count - 1 && (
          <Menu.Item leftSection={<IconArrowDown size={16} />} onClick={() => onMove(place + 1)}>
            Move down
          </Menu.Item>
        )}
        {place > 1 && (
          <Menu.Item leftSection={<IconArrowBarToUp size={16} />} onClick={() => onMove(0)}>
            Move to the top
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
