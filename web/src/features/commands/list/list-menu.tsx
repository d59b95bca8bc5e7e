import { ActionIcon, Menu } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconDotsVertical, IconTrash } from "@tabler/icons-react";
import { ConfirmDialog } from "../../../ui/dialogs/confirm-dialog";
import { useRemoveDefaultCommands } from "../commands.queries";

export function ListMenu({ channelId }: { channelId: string }) {
  const { mutate } = useRemoveDefaultCommands(channelId);
  const [isConfirming, confirmation] = useDisclosure();
  return (
    <>
      <Menu>
        <Menu.Target>
          <ActionIcon size={32} data-icon-only aria-label="More actions">
            <IconDotsVertical size={17} stroke={1.6} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={confirmation.open}>
            Delete default commands
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        opened={isConfirming}
        title="Delete default commands?"
        message="Default commands that you have edited or switched are kept."
        verb="Delete"
        danger
        onConfirm={() => {
          confirmation.close();
          mutate();
        }}
        onClose={confirmation.close}
      />
    </>
  );
}
