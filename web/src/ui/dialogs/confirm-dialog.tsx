import { Button, Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { BusyButton } from "../buttons/busy-button";
import { Dialog } from "./dialog";

interface ConfirmDialogProps {
  opened: boolean;
  title: string;
  message: ReactNode;
  /** Text of the confirm button. */
  verb: string;
  danger?: boolean;
  isPending?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, title, message, verb, danger = false, isPending = false, onConfirm, onClose } = props;
  // The button is still there while the dialog fades: a double-click must not confirm twice.
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
