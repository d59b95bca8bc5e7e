import { Button, Group, Menu, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { fieldErrors, messageOf } from "../../../api/errors";
import { BusyButton } from "../../../ui/buttons/busy-button";
import { DeleteDialog } from "../../../ui/dialogs/delete-dialog";
import { Dialog } from "../../../ui/dialogs/dialog";
import { RowMenu } from "../../../ui/list/row-menu";
import classes from "../media.module.css";
import { useDeleteMedia, useRenameMedia } from "../media.queries";
import { factsLabel, usedByLabel } from "../media-labels";
import { MediaPreview } from "../media-preview";
import type { Media } from "../media-types";

interface MediaCardProps {
  channelId: string;
  media: Media;
  isChosen: boolean;
  onChoose: (media: Media) => void;
}

export function MediaCard({ channelId, media, isChosen, onChoose }: MediaCardProps) {
  const uses = usedByLabel(media);
  return (
    <li className={classes["card"]} data-chosen={isChosen || undefined}>
      <div className={classes["thumbnail"]}>
        <MediaPreview media={media} />
      </div>
      <div className={classes["meta"]}>
        <span className={classes["text"]}>
          <button
            type="button"
            className={classes["name"]}
            aria-pressed={isChosen}
            title={media.name}
            onClick={() => onChoose(media)}
          >
            <bdi>{media.name}</bdi>
          </button>
          <span className="small muted">{factsLabel(media)}</span>
          {uses !== "" && <span className="small muted">{uses}</span>}
        </span>
        <CardMenu channelId={channelId} media={media} />
      </div>
    </li>
  );
}

function CardMenu({ channelId, media }: Pick<MediaCardProps, "channelId" | "media">) {
  const [isRenaming, renaming] = useDisclosure();
  const [isDeleting, deleting] = useDisclosure();
  return (
    <>
      <RowMenu label={`Actions for ${media.name}`}>
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={renaming.open}>
          Rename
        </Menu.Item>
        <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={deleting.open}>
          Delete
        </Menu.Item>
      </RowMenu>
      <RenameDialog channelId={channelId} media={media} opened={isRenaming} onClose={renaming.close} />
      <DeleteMediaDialog channelId={channelId} media={media} opened={isDeleting} onClose={deleting.close} />
    </>
  );
}

interface DeleteMediaDialogProps {
  channelId: string;
  media: Media;
  opened: boolean;
  onClose: () => void;
}

function DeleteMediaDialog({ channelId, media, opened, onClose }: DeleteMediaDialogProps) {
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

interface RenameDialogProps {
  channelId: string;
  media: Media;
  opened: boolean;
  onClose: () => void;
}

function RenameDialog({ opened, onClose, ...props }: RenameDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Rename file" size={376}>
      <RenameForm {...props} onClose={onClose} />
    </Dialog>
  );
}

function RenameForm({ channelId, media, onClose }: Omit<RenameDialogProps, "opened">) {
  const [name, setName] = useState(media.name);
  const { mutate, isPending, error } = useRenameMedia(channelId, onClose);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        mutate({ id: media.id, name });
      }}
    >
      <TextInput
        label="Name"
        data-autofocus
        maxLength={100}
        autoComplete="off"
        value={name}
        error={error && (fieldErrors(error)["name"] ?? messageOf(error))}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Group justify="flex-end" gap={8} mt={16}>
        <Button onClick={onClose}>Cancel</Button>
        <BusyButton type="submit" variant="filled" isBusy={isPending}>
          Rename
        </BusyButton>
      </Group>
    </form>
  );
}
