import { DeleteDialog, type DeleteDialogState } from "../../ui/dialogs/delete-dialog";
import type { Template } from "./template-types";
import { useDeleteTemplate } from "./templates.queries";

interface DeleteTemplateDialogProps extends DeleteDialogState {
  template: Pick<Template, "id" | "title">;
}

export function DeleteTemplateDialog({ template, ...deleting }: DeleteTemplateDialogProps) {
  const { mutate } = useDeleteTemplate();
  return (
    <DeleteDialog
      {...deleting}
      title={`Delete ${template.title}?`}
      message="Channels can no longer import it. Commands they already imported stay."
      onDelete={() => mutate(template.id)}
    />
  );
}
