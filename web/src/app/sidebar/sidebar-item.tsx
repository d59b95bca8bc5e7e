import { Menu, Tooltip, VisuallyHidden } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconChevronRight } from "@tabler/icons-react";
import { Link, NavLink, useLocation } from "react-router";
import type { NavBadge } from "./badges";
import type { NavEntry } from "./navs";
import classes from "./sidebar.module.css";

export const SUBMENU_DELAY_MS = 500;

interface ItemProps {
  entry: NavEntry;
  base: string;
  channelId: string;
  isCollapsed: boolean;
  /** Whether this is the first item of the sidebar, which is also marked as current on the path `base` itself. */
  isFirst: boolean;
}

const noBadge = () => null;

export function SidebarItem(props: ItemProps) {
  if (!props.entry.children) return <ScreenItem {...props} />;
  return props.isCollapsed ? <FlyoutItem {...props} /> : <FoldingItem {...props} />;
}

function ScreenItem({ entry, base, channelId, isCollapsed, isFirst }: ItemProps) {
  const { pathname } = useLocation();
  const useBadge = entry.useBadge ?? noBadge;
  const badge = useBadge(channelId);
  return (
    <Tooltip label={entry.label} position="right" disabled={!isCollapsed}>
      <NavLink
        className={classes["item"] ?? ""}
        data-collapsed={isCollapsed || undefined}
        to={entry.path === "" ? base : `${base}/${entry.path}`}
        end={entry.path === ""}
        {...(isFirst && pathname === base ? { "data-current": true } : {})}
      >
        <entry.icon size={18} stroke={1.6} aria-hidden="true" />
        <Label text={entry.label} isCollapsed={isCollapsed} />
        {badge && <Badge {...badge} />}
      </NavLink>
    </Tooltip>
  );
}

function Label({ text, isCollapsed }: { text: string; isCollapsed: boolean }) {
  return isCollapsed ? <VisuallyHidden>{text}</VisuallyHidden> : <span className="grow miw-0">{text}</span>;
}

function Badge({ tone, text, label }: NavBadge) {
  return (
    <>
      <span className={classes["badge"]} data-tone={tone} title={label} aria-hidden="true">
        {text}
      </span>
      <VisuallyHidden>, {label}</VisuallyHidden>
    </>
  );
}

function FoldingItem({ entry, base }: ItemProps) {
  const isInside = useLocation().pathname.startsWith(`${base}/${entry.path}`);
  const [isOpen, { toggle }] = useDisclosure(isInside);
  return (
    <>
      <button type="button" className={classes["item"]} aria-expanded={isOpen} onClick={toggle}>
        <entry.icon size={18} stroke={1.6} aria-hidden="true" />
        <span className="grow miw-0">{entry.label}</span>
        <IconChevronRight className={classes["chevron"]} data-open={isOpen || undefined} size={16} aria-hidden="true" />
      </button>
      {isOpen &&
        entry.children?.map((child) => (
          <NavLink key={child.path} className={`${classes["item"]} ${classes["sub"]}`} to={`${base}/${child.path}`}>
            {child.label}
          </NavLink>
        ))}
    </>
  );
}

/** Fly-out menu of the collapsed sidebar; the delay keeps it closed while the pointer passes by. */
function FlyoutItem({ entry, base }: ItemProps) {
  return (
    <Menu trigger="click-hover" position="right-start" openDelay={SUBMENU_DELAY_MS} closeDelay={SUBMENU_DELAY_MS}>
      <Menu.Target>
        <button type="button" className={classes["item"]} data-collapsed aria-label={entry.label}>
          <entry.icon size={18} stroke={1.6} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{entry.label}</Menu.Label>
        {entry.children?.map((child) => (
          <Menu.Item key={child.path} component={Link} to={`${base}/${child.path}`}>
            {child.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
