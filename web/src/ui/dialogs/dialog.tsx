import { Modal, type ModalProps } from "@mantine/core";
import { useRef } from "react";
import { useReturnFocus } from "../focus/use-return-focus";

/** Every dialog: whoever closes it is back where they were, whether it was there from the start or what opened it is gone. */
export function Dialog(props: ModalProps) {
  const dialog = useRef<HTMLDivElement>(null);
  useReturnFocus(props.opened ? "" : null, dialog);
  return <Modal ref={dialog} {...props} returnFocus={false} />;
}
