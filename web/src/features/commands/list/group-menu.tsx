import { Button, Menu } from "@mantine/core";
import { IconFilter } from "@tabler/icons-react";
import classes from "./command-list.module.css";

interface GroupMenuProps {
  groups: readonly string[];
  /** Empty for all groups. */
  group: string;
  onChange: (group: string) => void;
}

export function GroupMenu({ groups, group, onChange }: GroupMenuProps) {
  const choices = [{ value: "", label: "All groups" }, ...groups.map((name) => ({ value: name, label: name }))];
  return (
    <Menu>
      <Menu.Target>
        <Button className={classes["group"] ?? ""} leftSection={<IconFilter size={16} />}>
          {group === "" ? "Group" : <bdi>{group}</bdi>}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes["groups"] ?? ""}>
        <Menu.RadioGroup value={group} onChange={onChange}>
          {choices.map(({ value, label }) => (
            <Menu.RadioItem key={value} value={value} closeMenuOnClick>
              <bdi>{label}</bdi>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
