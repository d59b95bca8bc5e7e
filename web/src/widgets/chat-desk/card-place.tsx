import { Drawer } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import type { ReactNode } from "react";
import { useFocusBack } from "../../ui/use-focus-back";
import classes from "./chat-desk.module.css";

export interface OpenViewer {
  provider: string;
  viewerId: string;
  connectionId?: string;
}

interface CardPlaceProps {
  /** Whose card it is. */
  viewer: OpenViewer;
  onClose: () => void;
  children: ReactNode;
}

const DOCKED = "(min-width: 75em)";

/** Beside the chat where there is room, else over it. */
export function CardPlace({ viewer, onClose, children }: CardPlaceProps) {
  useFocusBack(`${viewer.provider}:${viewer.viewerId}`);
  const isDocked = useMediaQuery(DOCKED, true, { getInitialValueInEffect: false }) ?? true;
  if (isDocked) {
    return (
      <div className={classes["card"]} data-beside-chat>
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
