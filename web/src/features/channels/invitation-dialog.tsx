import { Modal } from "@mantine/core";
import { InvitationForm } from "./invitation-form";

export function InvitationDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title="Open an invitation" size={480}>
      <InvitationForm />
    </Modal>
  );
}
