import { Button, Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { BusyButton } from "../buttons/busy-button";
import { Dialog } from "./dialog";

interface ConfirmDialogProps {
  opened: boolean;
  title: string;
  message: ReactNode;
  /** What the button does; it is also its text. */
  verb: string;
  danger?: boolean;
  isPending?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, title, message, verb, danger = false, isPending = false, onConfirm, onClose } = props;
  // While the dialog fades its button is still there: the second click of a double-click must not confirm again.
  const confirm = () => {
    if (opened) onConfirm();
  };
  return (
    <Dialog opened={opened} onClose={onClose} title={title} size={376} withCloseButton={false}>
      <Text c="dimmed">{message}</Text>
      <Group justify="flex-end" gap={8} mt={16}>
        <Button onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <BusyButton variant="filled" color={danger ? "red" : "mint"} isBusy={isPending} onClick={confirm}>
          {verb}
        </BusyButton>
      </Group>
    </Dialog>
  );
}
