import type { ReactNode } from "react";
import { SideDialog } from "../../../ui/dialogs/side-dialog";
import classes from "../activity-feed.module.css";

interface OptionsDrawerProps {
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** Drawer with the feed's options, used where the options are not docked beside the feed. */
export function OptionsDrawer({ isOpen, onClose, children }: OptionsDrawerProps) {
  return (
    <SideDialog
      opened={isOpen}
      onClose={onClose}
      position="right"
      size={320}
      title="What you see"
      closeButtonProps={{ "aria-label": "Close" }}
      classNames={{
        header: classes["drawerHead"] ?? "",
        content: classes["drawer"] ?? "",
        body: classes["drawerBody"] ?? "",
      }}
    >
      {children}
    </SideDialog>
  );
}
