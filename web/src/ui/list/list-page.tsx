import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { Outlet, useLocation } from "react-router";
import { isFocusLost, useReturnFocus } from "../focus/use-return-focus";
import { PageTitle } from "../page/page-title";
import { type SheetWidth, useIsSheetDocked } from "../sheet/side-sheet";
import classes from "./list.module.css";

interface ListPageProps {
  title: string;
  /** Whether an editor is open; it comes from the route below. */
  isOpen: boolean;
  /** How much room the editors take. */
  sheet?: SheetWidth;
  children: ReactNode;
}

/** A list that stays where it is while its editors come and go beside it. */
export function ListPage({ title, isOpen, sheet = "usual", children }: ListPageProps) {
  const isDocked = useIsSheetDocked();
  const { pathname } = useLocation();
  // The list outlives what takes each other's place beside it: skeleton and editor, something new and what it became.
  useReturnFocus(isOpen ? pathname : null);
  const list = useRef<HTMLDivElement>(null);
  useFocusInList(list, isOpen ? pathname : null);
  return (
    <div className={classes["page"]} data-open={isOpen || undefined} data-sheet={sheet}>
      {!isOpen && <PageTitle>{title}</PageTitle>}
      <div ref={list} className={classes["list"]} inert={isOpen && !isDocked}>
        {children}
      </div>
      <Outlet />
    </div>
  );
}

/** An editor that came with the page itself has nowhere to give the focus back to: it goes to its row, or to the list. */
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
      const place = rows.find(({ pathname }) => pathname === last.current) ?? list.current?.querySelector("[tabindex]");
      if (place instanceof HTMLElement) place.focus({ preventScroll: true });
    };
  }, [isOpen, list]);
}
