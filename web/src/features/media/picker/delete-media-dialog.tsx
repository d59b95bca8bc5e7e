import { DeleteDialog } from "../../../ui/dialogs/delete-dialog";
import { useDeleteMedia } from "../media.queries";
import { usedByLabel } from "../media-labels";
import type { Media } from "../media-types";

interface DeleteMediaDialogProps {
  channelId: string;
  media: Media;
  opened: boolean;
  onClose: () => void;
}

export function DeleteMediaDialog({ channelId, media, opened, onClose }: DeleteMediaDialogProps) {
  const { mutate } = useDeleteMedia(channelId);
  const uses = usedByLabel(media);
  return (
    <DeleteDialog
      opened={opened}
      onClose={onClose}
      onLeave={onClose}
      title={`Delete ${media.name}?`}
      message={uses === "" ? "The file is used by no widget." : `${uses}, which will be without it.`}
      onDelete={() => mutate(media.id)}
    />
  );
}
