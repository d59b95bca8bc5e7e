import { Menu } from "@mantine/core";
import { IconArrowBarToUp, IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { RowMenu } from "../../../ui/list/row-menu";

interface OrderMenuProps {
  name: string;
  index: number;
  count: number;
  onMove: (to: number) => void;
}

/** Menu that moves a filter up, down or to the top; leaves out moves that make no sense at its place. */
export function OrderMenu({ name, index, count, onMove }: OrderMenuProps) {
  return (
    <RowMenu label={`Order of ${name}`}>
      {index > 0 && (
        <Menu.Item leftSection={<IconArrowUp size={16} />} onClick={() => onMove(index - 1)}>
          Move up
        </Menu.Item>
      )}
      {index < count - 1 && (
        <Menu.Item leftSection={<IconArrowDown size={16} />} onClick={() => onMove(index + 1)}>
          Move down
        </Menu.Item>
      )}
      {index > 1 && (
        <Menu.Item leftSection={<IconArrowBarToUp size={16} />} onClick={() => onMove(0)}>
          Move to top
        </Menu.Item>
      )}
    </RowMenu>
  );
}
