import { Drawer } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./chat-screen.module.css";

interface CardDrawerProps {
  onClose: () => void;
  children: ReactNode;
}

/** A viewer card over the chat. */
export function CardDrawer({ onClose, children }: CardDrawerProps) {
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
