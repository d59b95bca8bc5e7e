import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { Outlet, useLocation } from "react-router";
import { isFocusLost, useReturnFocus } from "../focus/use-return-focus";
import { PageTitle } from "../page/page-title";
import { type SheetWidth, useIsSheetDocked } from "../sheet/side-sheet";
import classes from "./list.module.css";

interface ListPageProps {
  title: string;
  /** Whether an editor is open; it is rendered by the child route. */
  isOpen: boolean;
  /** Width of the editors. */
  sheet?: SheetWidth;
  children: ReactNode;
}

/** A list with its editors beside it. */
export function ListPage({ title, isOpen, sheet = "usual", children }: ListPageProps) {
  const isDocked = useIsSheetDocked();
  const { pathname, key } = useLocation();
  // Called here and not in the sheets: the list stays mounted while one sheet, such as a skeleton, replaces another.
  useReturnFocus(isOpen ? pathname : null);
  const list = useRef<HTMLDivElement>(null);
  useFocusInList(list, isOpen ? pathname : null);
  return (
    <div className={classes["page"]} data-open={isOpen || undefined} data-sheet={sheet}>
      {!isOpen && <PageTitle>{title}</PageTitle>}
      <div ref={list} className={classes["list"]} inert={isOpen && !isDocked}>
        {children}
      </div>
      {/* Every visit of "new" starts with an empty form, even when the item just created was never shown in between. */}
      <Outlet key={pathname.endsWith("/new") ? key : "saved"} />
    </div>
  );
}

/** When an editor closes and nothing has the focus, as after a deep link, focuses the editor's row, else the list. */
function useFocusInList(list: RefObject<HTMLElement | null>, open: string | null): void {
  const last = useRef(open);
  useLayoutEffect(() => {
    if (open !== null) last.current = open;
  }, [open]);
  const isOpen = open !== null;
  useEffect(() => {
    if (!isOpen) return;
    return () => {
      if (!isFocusLost()) return;
      const rows = [...(list.current?.querySelectorAll("a") ?? [])];
      const row = rows.find(({ pathname }) => pathname === last.current) ?? list.current?.querySelector("[tabindex]");
      if (row instanceof HTMLElement) row.focus({ preventScroll: true });
    };
  }, [isOpen, list]);
}
