import { ConfirmDialog } from "../../ui/confirm-dialog";
import type { Template } from "./template-types";
import { useDeleteTemplate } from "./templates.queries";

interface DeleteTemplateDialogProps {
  template: Pick<Template, "id" | "title">;
  opened: boolean;
  onClose: () => void;
  onDeleted: () => void;
}

export function DeleteTemplateDialog({ template, opened, onClose, onDeleted }: DeleteTemplateDialogProps) {
  const { mutate } = useDeleteTemplate();

  // The editor goes first: what it shows is about to be nothing.
  function remove() {
    onDeleted();
    mutate(template.id);
  }

  return (
    <ConfirmDialog
      opened={opened}
      title={`Delete ${template.title}?`}
      message="No channel is offered it any more. What channels have taken from it stays with them."
      verb="Delete"
      danger
      onConfirm={remove}
      onClose={onClose}
    />
  );
}
