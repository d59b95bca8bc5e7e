import { Drawer } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import type { ReactNode } from "react";
import classes from "./chat-desk.module.css";

export interface OpenViewer {
  provider: string;
  viewerId: string;
  connectionId?: string;
}

const DOCKED = "(min-width: 75em)";

/** Beside the chat where there is room, else over it. */
export function CardPlace({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const isDocked = useMediaQuery(DOCKED, true, { getInitialValueInEffect: false }) ?? true;
  if (isDocked) return <div className={classes["card"]}>{children}</div>;
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
