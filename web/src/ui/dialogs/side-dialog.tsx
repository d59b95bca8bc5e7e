import { Drawer, type DrawerProps } from "@mantine/core";
import { useRef } from "react";
import { useFocusBack } from "../focus/use-focus-back";

/** A dialog that slides in from a side; it gives the focus back as every dialog does. */
export function SideDialog(props: DrawerProps) {
  const dialog = useRef<HTMLDivElement>(null);
  useFocusBack(props.opened ? "" : null, dialog);
  return <Drawer ref={dialog} {...props} returnFocus={false} />;
}
