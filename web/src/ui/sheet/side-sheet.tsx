import { FocusTrap } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from "react";
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

/** Whoever opens a sheet by keys goes on in it; its list gives the focus back. */
function useFocusTaken(sheet: RefObject<HTMLElement | null>): void {
  // After drawing: what had the focus is remembered before.
  useEffect(() => {
    // What somebody writes in, or what lies over everything, keeps the focus.
    if (document.activeElement?.closest(BUSY)) return;
    sheet.current?.querySelector<HTMLElement>("[data-autofocus]")?.focus({ preventScroll: true });
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
  useFocusTaken(sheet);

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
          data-side-sheet
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
