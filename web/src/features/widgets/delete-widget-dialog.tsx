import { useDeleteItem } from "../../session/channel-list/delete-item";
import { DeleteDialog, type DeleteDialogState } from "../../ui/dialogs/delete-dialog";
import type { Widget } from "./widget-types";
import { widgets } from "./widgets.queries";

interface DeleteWidgetDialogProps extends DeleteDialogState {
  channelId: string;
  widget: Pick<Widget, "id" | "name">;
}

export function DeleteWidgetDialog({ channelId, widget, ...deleting }: DeleteWidgetDialogProps) {
  const { mutate } = useDeleteItem(widgets, channelId);
  return (
    <DeleteDialog
      {...deleting}
      title={`Delete ${widget.name}?`}
      message="This deletes the widget and its settings. It disappears from OBS at once."
      onDelete={() => mutate(widget.id)}
    />
  );
}
