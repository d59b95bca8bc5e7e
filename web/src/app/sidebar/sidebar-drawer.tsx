import { SideDialog } from "../../ui/dialogs/side-dialog";
import { BrandLink } from "../../ui/page/brand";
import { type SidebarItems, SidebarNav } from "./sidebar";
import classes from "./sidebar.module.css";

interface SidebarDrawerProps extends SidebarItems {
  isOpen: boolean;
  onClose: () => void;
}

/** The sidebar on narrow screens. */
export function SidebarDrawer({ isOpen, onClose, ...items }: SidebarDrawerProps) {
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
