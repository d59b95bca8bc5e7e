import { Modal, type ModalProps } from "@mantine/core";
import { useRef } from "react";
import { useReturnFocus } from "../focus/use-return-focus";

/** Modal that returns the focus, even if the element that opened it is unmounted. */
export function Dialog(props: ModalProps) {
  const dialog = useRef<HTMLDivElement>(null);
  useReturnFocus(props.opened ? "" : null, dialog);
  return <Modal ref={dialog} {...props} returnFocus={false} />;
}
