import { FocusTrap } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import type { KeyboardEvent, ReactNode } from "react";
import classes from "./side-sheet.module.css";

interface SideSheetProps {
  /** What is open, for those who hear it. */
  label: string;
  onClose: () => void;
  /** How wide it is where it lies over its list. */
  width?: "usual" | "wide";
  children: ReactNode;
}

const FLOATING = '[role="dialog"], [role="menu"], [role="listbox"]';
const DOCKED = "(min-width: 80em)";

/** Whether a sheet stands beside its list; on a narrower screen it lies over it. */
export function useIsSheetDocked(): boolean {
  return useMediaQuery(DOCKED, true, { getInitialValueInEffect: false }) ?? true;
}

/** The editor beside a list. One element at every width, so that turning a tablet loses nothing that was typed. */
export function SideSheet({ label, onClose, width = "wide", children }: SideSheetProps) {
  const isDocked = useIsSheetDocked();

  const named = {
    "aria-label": label,
    ...(isDocked ? { role: "region" } : { role: "dialog", "aria-modal": true }),
  };

  function keyDown(event: KeyboardEvent) {
    if (event.key !== "Escape" || isDocked) return;
    // A dialog, menu or list that lies over the sheet takes its own Escape.
    const inside = event.target instanceof Element ? event.target.closest(FLOATING) : null;
    if (inside === event.currentTarget) onClose();
  }

  return (
    <>
      {!isDocked && <div className={classes["scrim"]} aria-hidden="true" onClick={onClose} />}
      <FocusTrap active={!isDocked}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: it is a dialog, or a region in which Escape does nothing */}
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
