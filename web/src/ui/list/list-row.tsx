import { clsx } from "clsx";
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from "react";
import { NavLink } from "react-router";
import classes from "./list.module.css";

interface ListRowProps {
  /** Path of its editor; the whole row is a link. */
  to: string;
  name: ReactNode;
  summary: ReactNode;
  /** A warning in the row. */
  note?: ReactNode;
  /** Content before the name. */
  leading: ReactNode;
  /** The item is disabled. */
  isOff?: boolean;
  /** "div" if the list already wraps its rows in <li>. */
  as?: "li" | "div";
  /** Grid class of the row. */
  className?: string | undefined;
  /** Cells and the menu. */
  children: ReactNode;
}

export function ListRow(props: ListRowProps) {
  const { to, name, summary, note, leading, isOff = false, as: Item = "li", className, children } = props;
  const row = useRef<HTMLLIElement & HTMLDivElement>(null);
  useFocusListOnRemoval(row);
  return (
    <Item ref={row} className={clsx(classes["row"], className)} data-off={isOff || undefined}>
      {leading}
      <NavLink className={classes["text"] ?? ""} to={to} preventScrollReset>
        <span className={classes["name"]}>{name}</span>
        <span className="small truncate muted">{summary}</span>
        {note}
      </NavLink>
      {children}
    </Item>
  );
}

/** Moves the focus to the list when the focused row is removed. */
function useFocusListOnRemoval(row: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = row.current;
    return () => {
      if (!element?.contains(document.activeElement)) return;
      element.parentElement?.closest<HTMLElement>("[tabindex]")?.focus({ preventScroll: true });
    };
  }, [row]);
}
