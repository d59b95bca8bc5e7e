import { useEffect, useEffectEvent } from "react";
import { useLocation } from "react-router";
import { SideDialog } from "../../ui/dialogs/side-dialog";
import { BrandLink } from "../../ui/page/brand";
import { type SidebarItems, SidebarNav } from "./sidebar";
import classes from "./sidebar.module.css";

interface SidebarDrawerProps extends SidebarItems {
  isOpen: boolean;
  onClose: () => void;
}

/** The sidebar on narrow screens; closes when a screen is chosen. */
export function SidebarDrawer({ isOpen, onClose, ...items }: SidebarDrawerProps) {
  const { pathname } = useLocation();
  const close = useEffectEvent(onClose);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect is about the path having changed.
  useEffect(() => close(), [pathname]);
  return (
    <SideDialog
      opened={isOpen}
      onClose={onClose}
      size={288}
      hiddenFrom="md"
      title={<BrandLink />}
      closeButtonProps={{ "aria-label": "Close menu" }}
      classNames={{
        content: classes["drawer"] ?? "",
        header: classes["drawerHead"] ?? "",
        body: classes["drawerBody"] ?? "",
      }}
    >
      <SidebarNav {...items} isCollapsed={false} />
    </SideDialog>
  );
}
