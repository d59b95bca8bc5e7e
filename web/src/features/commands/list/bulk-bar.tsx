import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconTrash } from "@tabler/icons-react";
import { formatNumber } from "../../../lib/locale";
import { ConfirmDialog } from "../../../ui/dialogs/confirm-dialog";
import { useReturnFocus } from "../../../ui/focus/use-return-focus";
import { useDeleteCommands, useSwitchCommands } from "../commands.queries";
import classes from "./command-list.module.css";
import type { Selection } from "./use-selection";

/** Toolbar for the selected commands; replaces the search bar. */
export function BulkBar({ channelId, selection }: { channelId: string; selection: Selection }) {
  const { mutate: setEnabled } = useSwitchCommands(channelId);
  const { mutate: remove } = useDeleteCommands(channelId);
  const [isConfirming, confirmation] = useDisclosure();
  // Closing the bar removes the focused button.
  useReturnFocus();
  const ids = [...selection.ids];
  const count = ids.length === 1 ? "1 command" : `${formatNumber(ids.length)} commands`;
  return (
    <div className={classes["bulk"]} role="toolbar" aria-label="Selected commands">
      <span className={classes["selected"]} role="status">
        {count}
      </span>
      <Button onClick={() => setEnabled({ ids, enabled: true })}>Enable</Button>
      <Button onClick={() => setEnabled({ ids, enabled: false })}>Disable</Button>
      <Button variant="light" color="red" leftSection={<IconTrash size={16} />} onClick={confirmation.open}>
        Delete
      </Button>
      <Button className={classes["done"] ?? ""} variant="subtle" onClick={selection.clear}>
        Done
      </Button>
      <ConfirmDialog
        opened={isConfirming}
        title={`Delete ${count}?`}
        message="This deletes the commands and their use counts."
        verb="Delete"
        danger
        onConfirm={() => {
          confirmation.close();
          selection.clear();
          remove(ids);
        }}
        onClose={confirmation.close}
      />
    </div>
  );
}
