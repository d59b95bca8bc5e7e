import { Drawer } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { type ReactNode, useEffect, useRef } from "react";
import { useFocusBack } from "../../ui/focus/use-focus-back";
import classes from "./chat-screen.module.css";

export interface OpenViewer {
  provider: string;
  viewerId: string;
  connectionId?: string;
}

interface CardPlaceProps {
  /** Whose card it is. */
  viewer: OpenViewer;
  /** How often it was opened: the way back is the one from where it was opened last. */
  asked: number;
  isDocked: boolean;
  onClose: () => void;
  children: ReactNode;
}

const DOCKED = "(min-width: 75em)";

/** Whether there is room for cards beside the chat. */
export function useIsDocked(): boolean {
  return useMediaQuery(DOCKED, true, { getInitialValueInEffect: false }) ?? true;
}

/** Beside the chat where there is room, else over it. */
export function CardPlace({ viewer, asked, isDocked, onClose, children }: CardPlaceProps) {
  const what = `${viewer.provider}:${viewer.viewerId}:${asked}`;
  useFocusBack(what);
  const place = useRef<HTMLDivElement>(null);
  // In a low window the second card stands below the edge.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever opens a card wants to see it.
  useEffect(() => {
    // Its answer is none of an effect's: newer browsers promise something.
    place.current?.scrollIntoView({ block: "nearest" });
  }, [what]);
  if (isDocked) {
    return (
      <div ref={place} className={classes["card"]}>
        {children}
      </div>
    );
  }
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={384}
      withCloseButton={false}
      classNames={{ content: classes["drawer"] ?? "", body: classes["drawerBody"] ?? "" }}
    >
      {children}
    </Drawer>
  );
}
