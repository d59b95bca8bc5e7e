import { Drawer, type DrawerProps } from "@mantine/core";
import { useRef } from "react";
import { useReturnFocus } from "../focus/use-return-focus";

/** A dialog that slides in from a side; it gives the focus back as every dialog does. */
export function SideDialog(props: DrawerProps) {
  const dialog = useRef<HTMLDivElement>(null);
  useReturnFocus(props.opened ? "" : null, dialog);
  return <Drawer ref={dialog} {...props} returnFocus={false} />;
}
