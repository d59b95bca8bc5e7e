import { Drawer, type DrawerProps } from "@mantine/core";
import { useRef } from "react";
import { useReturnFocus } from "../focus/use-return-focus";

/** Drawer that returns the focus, even if the element that opened it is unmounted. */
export function SideDialog(props: DrawerProps) {
  const dialog = useRef<HTMLDivElement>(null);
  useReturnFocus(props.opened ? "" : null, dialog);
  return <Drawer ref={dialog} {...props} returnFocus={false} />;
}
