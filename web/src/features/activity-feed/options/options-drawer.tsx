import type { ReactNode } from "react";
import { SideDialog } from "../../../ui/dialogs/side-dialog";
import classes from "../activity-feed.module.css";

interface OptionsDrawerProps {
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The options of the feed where there is no room for them beside it. */
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
