import { ActionIcon, Button, Menu } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import {
  IconArchive,
  IconArrowLeft,
  IconDotsVertical,
  IconExternalLink,
  IconPencil,
  IconTrash,
  IconWindowMaximize,
} from "@tabler/icons-react";
import { Link, useNavigate } from "react-router";
import { clockTime, dayAndTime } from "../../../lib/time/dates";
import { useDeleteItem } from "../../../session/channel-list/delete-item";
import { DeleteDialog } from "../../../ui/dialogs/delete-dialog";
import { Tag } from "../../../ui/tag";
import { canBeArchived, isPaidBack, STATE_LABELS, STATE_TONES } from "../giveaway-labels";
import { openGiveawayPopout, publicPath } from "../giveaway-paths";
import type { GiveawayDetails } from "../giveaway-types";
import { giveaways, useStep } from "../giveaways.queries";
import classes from "./giveaway.module.css";

interface GiveawayHeadProps {
  channelId: string;
  giveaway: GiveawayDetails;
  canManage: boolean;
}

export function GiveawayHead({ channelId, giveaway, canManage }: GiveawayHeadProps) {
  const { id, title, state } = giveaway;
  const list = `/channels/${channelId}/giveaways`;
  return (
    <header className="row wrap mih-40 row-gap-8 column-gap-12">
      <ActionIcon component={Link} to={list} aria-label="All giveaways">
        <IconArrowLeft size={17} stroke={1.6} />
      </ActionIcon>
      <h1 className="miw-0 breaks">
        <bdi>{title}</bdi>
      </h1>
      <Tag tone={STATE_TONES[state]}>{STATE_LABELS[state]}</Tag>
      <span className="small muted digits">{timesLabel(giveaway)}</span>
      <span className={classes["tools"]}>
        <Button leftSection={<IconWindowMaximize size={16} />} onClick={() => openGiveawayPopout(channelId, id)}>
          Pop out
        </Button>
        {state !== "draft" && (
          <Button
            component="a"
            href={publicPath(channelId, id)}
            target="_blank"
            rel="noopener"
            leftSection={<IconExternalLink size={16} />}
          >
            Public page
          </Button>
        )}
        {canManage && <MoreMenu channelId={channelId} giveaway={giveaway} />}
      </span>
    </header>
  );
}

function timesLabel({ state, opened_at, closed_at, opens_at, closes_at }: GiveawayDetails): string {
  if (state === "draft") return opens_at ? `Opens ${dayAndTime(opens_at)}` : "";
  if (opened_at && closed_at) return `Was open ${clockTime(opened_at)} to ${clockTime(closed_at)}`;
  return closes_at ? `Closes ${dayAndTime(closes_at)}` : "Closes when you close it";
}

function MoreMenu({ channelId, giveaway }: Omit<GiveawayHeadProps, "canManage">) {
  const navigate = useNavigate();
  const [isDeleting, deleting] = useDisclosure();
  const step = useStep(channelId, giveaway.id);
  const { mutate: remove } = useDeleteItem(giveaways, channelId);
  const list = `/channels/${channelId}/giveaways`;
  return (
    <>
      <Menu>
        <Menu.Target>
          <ActionIcon aria-label="More actions">
            <IconDotsVertical size={17} stroke={1.6} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconPencil size={16} />}
            onClick={() => void navigate(`${list}/${giveaway.id}/edit`)}
          >
            Edit
          </Menu.Item>
          {canBeArchived(giveaway) && (
            <Menu.Item leftSection={<IconArchive size={16} />} onClick={() => step.mutate("archive")}>
              Archive
            </Menu.Item>
          )}
          <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={deleting.open}>
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <DeleteDialog
        opened={isDeleting}
        title={`Delete ${giveaway.title}?`}
        message={
          isPaidBack(giveaway)
            ? "The entries are deleted, and the points for tickets are paid back."
            : "The giveaway, its entries and its public page are deleted."
        }
        onClose={deleting.close}
        onLeave={() => void navigate(list)}
        onDelete={() => remove(giveaway.id)}
      />
    </>
  );
}
