import { Outlet } from "react-router";
import { useCurrentUser } from "../../session/current-user";
import classes from "../errors/error-page.module.css";
import { ErrorScreen } from "../errors/error-screen";
import { BackLink } from "../sidebar/back-link";
import { adminNav } from "../sidebar/navs";
import { Sidebar } from "../sidebar/sidebar";
import { useCollapsed } from "../sidebar/sidebar-state";
import { useSidebarMenu } from "../sidebar/use-sidebar-menu";
import { Frame } from "./frame";
import { ShellDialogs } from "./shell-dialogs";

const items = { base: "/admin", entries: adminNav, channelId: "", label: "Admin" };

export function AdminShell() {
  const user = useCurrentUser().data;
  const [isCollapsed, toggleCollapsed] = useCollapsed();
  const menu = useSidebarMenu(items);
  if (!user?.is_operator) return <Forbidden />;
  return (
    <ShellDialogs>
      <Frame
        area="admin"
        isCollapsed={isCollapsed}
        onOpenMenu={menu.open}
        sidebar={
          <Sidebar {...items} isCollapsed={isCollapsed} onToggle={toggleCollapsed}>
            <BackLink isCollapsed={isCollapsed} />
          </Sidebar>
        }
      >
        <Outlet />
      </Frame>
      {menu.drawer}
    </ShellDialogs>
  );
}

// Not thrown: the error page of the router would stay when the user becomes an operator.
function Forbidden() {
  return (
    <main className={classes["alone"]}>
      <ErrorScreen status={403} statusText="Forbidden" hint="Only server admins can open this page." />
    </main>
  );
}
