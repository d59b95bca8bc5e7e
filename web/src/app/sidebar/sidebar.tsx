import { Tooltip } from "@mantine/core";
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { NavEntry } from "./navs";
import classes from "./sidebar.module.css";
import { SidebarItem } from "./sidebar-item";

export interface SidebarItems {
  base: string;
  entries: readonly NavEntry[];
  channelId: string;
  /** Accessible name of the navigation. */
  label: string;
}

interface SidebarProps extends SidebarItems {
  isCollapsed: boolean;
  onToggle: () => void;
  children?: ReactNode;
}

export function Sidebar({ isCollapsed, onToggle, children, ...items }: SidebarProps) {
  return (
    <>
      {children}
      <SidebarNav {...items} isCollapsed={isCollapsed} />
      <div className="mt-auto pt-8">
        <CollapseButton isCollapsed={isCollapsed} onToggle={onToggle} />
      </div>
    </>
  );
}

export function SidebarNav({ base, entries, channelId, label, isCollapsed }: SidebarItems & { isCollapsed: boolean }) {
  return (
    <nav aria-label={label}>
      <ul className={classes["nav"]}>
        {entries.map((entry, position) => (
          <li key={entry.path} data-break={startsAfterGroup(entries, position) || undefined}>
            {startsGroup(entries, position) && !isCollapsed && (
              <div className="small faint pt-12 pb-4 px-12">{entry.group}</div>
            )}
            <SidebarItem
              entry={entry}
              base={base}
              channelId={channelId}
              isCollapsed={isCollapsed}
              isFirst={position === 0}
            />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function startsGroup(entries: readonly NavEntry[], position: number): boolean {
  const group = entries[position]?.group;
  return group !== undefined && group !== entries[position - 1]?.group;
}

function startsAfterGroup(entries: readonly NavEntry[], position: number): boolean {
  return entries[position]?.group === undefined && entries[position - 1]?.group !== undefined;
}

function CollapseButton({ isCollapsed, onToggle }: { isCollapsed: boolean; onToggle: () => void }) {
  const Icon = isCollapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  const label = isCollapsed ? "Expand" : "Collapse";
  return (
    <Tooltip label={label} position="right" disabled={!isCollapsed}>
      <button
        type="button"
        className={classes["item"]}
        data-collapsed={isCollapsed || undefined}
        aria-label={label}
        onClick={onToggle}
      >
        <Icon size={18} stroke={1.6} aria-hidden="true" />
        {!isCollapsed && <span className="grow miw-0">{label}</span>}
      </button>
    </Tooltip>
  );
}
