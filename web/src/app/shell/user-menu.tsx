import { Menu } from "@mantine/core";
import { IconKeyboard, IconLogout, IconSettings, IconShield } from "@tabler/icons-react";
import { Link } from "react-router";
import { useCurrentUser } from "../../session/current-user";
import { signOut } from "../../session/sign-out";
import { Avatar } from "../../ui/avatar";
import { useShellActions } from "./shell-actions";
import classes from "./user-menu.module.css";

export function UserMenu() {
  const user = useCurrentUser().data;
  const { openSettings, openShortcuts } = useShellActions();
  if (!user) return null;
  return (
    <Menu width={220} withinPortal={false}>
      <Menu.Target>
        <button type="button" className={classes["target"]} aria-label={`Account menu: ${user.display_name}`}>
          <Avatar name={user.display_name} src={user.avatar_url} size={28} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes["person"]}>
          <span className="fw-500">{user.display_name}</span>
          <span className="small muted">{user.username}</span>
        </div>
        <Menu.Divider />
        <Menu.Item leftSection={<IconSettings size={16} />} onClick={openSettings}>
          Settings
        </Menu.Item>
        <Menu.Item leftSection={<IconKeyboard size={16} />} onClick={openShortcuts}>
          Keyboard shortcuts
        </Menu.Item>
        {user.is_operator && (
          <Menu.Item component={Link} to="/admin" leftSection={<IconShield size={16} />}>
            Admin
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => signOut()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
