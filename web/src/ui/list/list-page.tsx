import type { ReactNode } from "react";
import { Outlet, useLocation } from "react-router";
import { PageTitle } from "../page-title";
import { type SheetWidth, useIsSheetDocked } from "../side-sheet";
import { useFocusBack } from "../use-focus-back";
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
  useFocusBack(isOpen ? pathname : null);
  return (
    <div className={classes["page"]} data-open={isOpen || undefined} data-sheet={sheet}>
      {!isOpen && <PageTitle>{title}</PageTitle>}
      <div className={classes["list"]} inert={isOpen && !isDocked}>
        {children}
      </div>
      <Outlet />
    </div>
  );
}
