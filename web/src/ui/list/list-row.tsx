import { clsx } from "clsx";
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from "react";
import { NavLink } from "react-router";
import classes from "./list.module.css";

interface ListRowProps {
  /** Where its editor is; the whole row leads there. */
  to: string;
  name: ReactNode;
  summary: ReactNode;
  /** Says what became of it, where that needs care. */
  note?: ReactNode;
  /** What stands before the name. */
  mark: ReactNode;
  isOff?: boolean;
  /** Where the list makes its own items. */
  as?: "li" | "div";
  /** Gives the row its columns. */
  className?: string | undefined;
  /** The few facts that decide, and the menu. */
  children: ReactNode;
}

export function ListRow(props: ListRowProps) {
  const { to, name, summary, note, mark, isOff = false, as: Item = "li", className, children } = props;
  const row = useRef<HTMLLIElement & HTMLDivElement>(null);
  useFocusLeft(row);
  return (
    <Item ref={row} className={clsx(classes["row"], className)} data-off={isOff || undefined}>
      {mark}
      <NavLink className={classes["words"] ?? ""} to={to} preventScrollReset>
        <span className={classes["name"]}>{name}</span>
        <span className={classes["summary"]}>{summary}</span>
        {note}
      </NavLink>
      {children}
    </Item>
  );
}

/** A row that goes while it has the focus leaves it to its list. */
function useFocusLeft(row: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const here = row.current;
    return () => {
      if (!here?.contains(document.activeElement)) return;
      here.parentElement?.closest<HTMLElement>("[tabindex]")?.focus({ preventScroll: true });
    };
  }, [row]);
}
