import { FocusTrap } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from "react";
import classes from "./side-sheet.module.css";

export type SheetWidth = "usual" | "wide";

interface SideSheetProps {
  /** Accessible name. */
  label: string;
  onClose: () => void;
  /** Width of the sheet where it covers its list. */
  width?: SheetWidth;
  children: ReactNode;
}

const OVERLAYS = '[role="dialog"], [role="menu"], [role="listbox"]';
const KEEPS_FOCUS = '[role="dialog"], input, textarea';
const DOCKED = "(min-width: 80em)";

/** Whether the sheet is beside its list; on narrow screens the sheet covers the list. */
export function useIsSheetDocked(): boolean {
  return useMediaQuery(DOCKED, true, { getInitialValueInEffect: false }) ?? true;
}

/** Moves the focus into a sheet that opens, unless a text field or a dialog has the focus. */
function useFocusOnOpen(sheet: RefObject<HTMLElement | null>): void {
  // An effect: the layout effect that records the previous focus must run first.
  useEffect(() => {
    // A text field or an overlay keeps the focus.
    if (document.activeElement?.closest(KEEPS_FOCUS)) return;
    sheet.current?.querySelector<HTMLElement>("[data-autofocus]")?.focus({ preventScroll: true });
  }, [sheet]);
}

/** The editor beside a list; one element at every width, so that rotating a tablet keeps the draft. */
export function SideSheet({ label, onClose, width = "usual", children }: SideSheetProps) {
  const isDocked = useIsSheetDocked();

  const ariaProps = {
    "aria-label": label,
    ...(isDocked ? { role: "region" } : { role: "dialog", "aria-modal": true }),
  };

  const sheet = useRef<HTMLDivElement>(null);
  useFocusOnOpen(sheet);

  function keyDown(event: KeyboardEvent) {
    if (event.key !== "Escape") return;
    // Escape first closes an overlay above the sheet.
    const overlay = event.target instanceof Element ? event.target.closest(OVERLAYS) : null;
    if (overlay === null || overlay === event.currentTarget) onClose();
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
          {...ariaProps}
        >
          {children}
        </div>
      </FocusTrap>
    </>
  );
}
