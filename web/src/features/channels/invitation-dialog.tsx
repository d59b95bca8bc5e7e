import { Dialog } from "../../ui/dialogs/dialog";
import { InvitationForm } from "./invitation-form";

export function InvitationDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Open an invitation" size={480}>
      <InvitationForm />
    </Dialog>
  );
}
