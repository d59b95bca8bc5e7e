import { Menu } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import { RowMenu } from "../../../ui/list/row-menu";
import classes from "../media.module.css";
import { factsLabel, usedByLabel } from "../media-labels";
import { MediaPreview } from "../media-preview";
import type { Media } from "../media-types";
import { DeleteMediaDialog } from "./delete-media-dialog";
import { RenameDialog } from "./rename-dialog";

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
          <span className={classes["about"]}>{factsLabel(media)}</span>
          {uses !== "" && <span className={classes["about"]}>{uses}</span>}
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
