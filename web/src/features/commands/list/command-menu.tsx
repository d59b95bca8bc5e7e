import { Menu } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconCopy, IconLink, IconPencil, IconSquareCheck, IconTrash } from "@tabler/icons-react";
import { Link } from "react-router";
import { copyLink } from "../../../ui/buttons/copy-link";
import { RowMenu } from "../../../ui/list/row-menu";
import { useCloseIfOpen } from "../../../ui/list/use-close-if-open";
import type { Command } from "../command-types";
import { DeleteCommandDialog } from "../editor/delete-command-dialog";

interface CommandMenuProps {
  channelId: string;
  command: Command;
  canManage: boolean;
  onSelect: () => void;
}

/** Menu of a command; actions that the user may not use are left out. */
export function CommandMenu({ channelId, command, canManage, onSelect }: CommandMenuProps) {
  const [isDeleting, deleting] = useDisclosure();
  const [name = ""] = command.cmds;
  const list = `/channels/${channelId}/chat-commands`;
  const closeIfOpen = useCloseIfOpen(list, command.id);
  return (
    <>
      <RowMenu label={`Actions for ${name}`}>
        <Menu.Item component={Link} to={`${list}/${command.id}`} leftSection={<IconPencil size={16} />}>
          {canManage ? "Edit" : "Open"}
        </Menu.Item>
        {canManage && (
          <Menu.Item component={Link} to={`${list}/new?from=${command.id}`} leftSection={<IconCopy size={16} />}>
            Duplicate
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconLink size={16} />} onClick={() => void copyLink(`${list}/${command.id}`)}>
          Copy link
        </Menu.Item>
        {canManage && (
          <>
            <Menu.Item leftSection={<IconSquareCheck size={16} />} onClick={onSelect}>
              Select
            </Menu.Item>
            <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={deleting.open}>
              Delete
            </Menu.Item>
          </>
        )}
      </RowMenu>
      <DeleteCommandDialog
        channelId={channelId}
        commandId={command.id}
        name={name}
        opened={isDeleting}
        onClose={deleting.close}
        onLeave={closeIfOpen}
      />
    </>
  );
}
