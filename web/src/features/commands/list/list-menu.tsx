import { ActionIcon, Menu } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconDotsVertical, IconTrash } from "@tabler/icons-react";
import { ConfirmDialog } from "../../../ui/dialogs/confirm-dialog";
import { useRemoveDefaultCommands } from "../commands.queries";

/** What is rarely done, and with many commands at once. */
export function ListMenu({ channelId }: { channelId: string }) {
  const { mutate } = useRemoveDefaultCommands(channelId);
  const [isAsking, asking] = useDisclosure();
  return (
    <>
      <Menu>
        <Menu.Target>
          <ActionIcon size={32} data-mark aria-label="More for all commands">
            <IconDotsVertical size={17} stroke={1.6} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={asking.open}>
            Remove the starter commands
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        opened={isAsking}
        title="Remove the starter commands?"
        message="Those that came with the channel are deleted. What somebody has changed or switched since stays."
        verb="Remove"
        danger
        onConfirm={() => {
          asking.close();
          mutate();
        }}
        onClose={asking.close}
      />
    </>
  );
}
