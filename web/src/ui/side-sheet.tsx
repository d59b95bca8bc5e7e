import { FocusTrap } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { type KeyboardEvent, type ReactNode, type RefObject, useLayoutEffect, useRef } from "react";
import classes from "./side-sheet.module.css";

export type SheetWidth = "usual" | "wide";

interface SideSheetProps {
  /** What is open, for those who hear it. */
  label: string;
  onClose: () => void;
  /** How wide it is where it lies over its list. */
  width?: SheetWidth;
  children: ReactNode;
}

const FLOATING = '[role="dialog"], [role="menu"], [role="listbox"]';
const BUSY = '[role="dialog"], input, textarea';
const DOCKED = "(min-width: 80em)";

/** Whether a sheet stands beside its list; on a narrower screen it lies over it. */
export function useIsSheetDocked(): boolean {
  return useMediaQuery(DOCKED, true, { getInitialValueInEffect: false }) ?? true;
}

/** Whoever opens a sheet by keys goes on in it, and is back where they were when it closes. */
function useFocusVisit(sheet: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const here = sheet.current;
    const opener = document.activeElement;
    // What somebody writes in, or what lies over everything, keeps the focus.
    if (!opener?.closest(BUSY)) here?.querySelector<HTMLElement>("[data-autofocus]")?.focus({ preventScroll: true });
    return () => {
      const now = document.activeElement;
      // Another row was chosen: the focus is there already.
      if (now !== document.body && !here?.contains(now)) return;
      // Below a sheet the list can take the focus only after it is gone.
      setTimeout(() => {
        if (opener instanceof HTMLElement && document.activeElement === document.body) opener.focus();
      });
    };
  }, [sheet]);
}

/** The editor beside a list. One element at every width, so that turning a tablet loses nothing that was typed. */
export function SideSheet({ label, onClose, width = "usual", children }: SideSheetProps) {
  const isDocked = useIsSheetDocked();

  const named = {
    "aria-label": label,
    ...(isDocked ? { role: "region" } : { role: "dialog", "aria-modal": true }),
  };

  const sheet = useRef<HTMLDivElement>(null);
  useFocusVisit(sheet);

  function keyDown(event: KeyboardEvent) {
    if (event.key !== "Escape") return;
    // A dialog, menu or list that lies over the sheet takes its own Escape.
    const inside = event.target instanceof Element ? event.target.closest(FLOATING) : null;
    if (inside === null || inside === event.currentTarget) onClose();
  }

  return (
    <>
      {!isDocked && <div className={classes["scrim"]} aria-hidden="true" onClick={onClose} />}
      <FocusTrap active={!isDocked} innerRef={sheet}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: it is a dialog or a region, which Escape closes */}
        <div
          className={classes["sheet"]}
          data-docked={isDocked || undefined}
          data-width={width}
          tabIndex={-1}
          onKeyDown={keyDown}
          {...named}
        >
          {children}
        </div>
      </FocusTrap>
    </>
  );
}
