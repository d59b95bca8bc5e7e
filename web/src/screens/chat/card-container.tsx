import { useMediaQuery } from "@mantine/hooks";
import { lazy, type ReactNode, Suspense, useEffect, useRef } from "react";
import { loadScreen } from "../../lib/reload-guard";
import { useReturnFocus } from "../../ui/focus/use-return-focus";
import classes from "./chat-screen.module.css";

const CardDrawer = lazy(() => loadScreen(async () => ({ default: (await import("./card-drawer")).CardDrawer })));

export interface OpenViewer {
  provider: string;
  viewerId: string;
  connectionId?: string;
}

interface CardContainerProps {
  viewer: OpenViewer;
  /** Counts how often the card was opened: closing returns the focus to where it was opened last. */
  openCount: number;
  isDocked: boolean;
  onClose: () => void;
  children: ReactNode;
}

const DOCKED = "(min-width: 75em)";

export function useIsDocked(): boolean {
  return useMediaQuery(DOCKED, true, { getInitialValueInEffect: false }) ?? true;
}

/** Places a viewer card beside the chat on wide screens, else in a drawer. */
export function CardContainer({ viewer, openCount, isDocked, onClose, children }: CardContainerProps) {
  const opening = `${viewer.provider}:${viewer.viewerId}:${openCount}`;
  useReturnFocus(opening);
  const container = useRef<HTMLDivElement>(null);
  // Scrolls to the card: in a low window the second card is out of view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever a card is opened.
  useEffect(() => {
    // Not returned: newer browsers return a promise, which is not a cleanup function.
    container.current?.scrollIntoView({ block: "nearest" });
  }, [opening]);
  if (isDocked) {
    return (
      <div ref={container} className={classes["card"]}>
        {children}
      </div>
    );
  }
  return (
    <Suspense>
      <CardDrawer onClose={onClose}>{children}</CardDrawer>
    </Suspense>
  );
}
