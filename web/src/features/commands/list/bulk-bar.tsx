import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconTrash } from "@tabler/icons-react";
import { ConfirmDialog } from "../../../ui/dialogs/confirm-dialog";
import { useReturnFocus } from "../../../ui/focus/use-focus-back";
import { useDeleteCommands, useSwitchCommands } from "../commands.queries";
import classes from "./command-list.module.css";
import type { Selection } from "./use-selection";

/** What can be done with all rows that are ticked; it stands where the search stood. */
export function BulkBar({ channelId, selection }: { channelId: string; selection: Selection }) {
  const { mutate: enable } = useSwitchCommands(channelId);
  const { mutate: remove } = useDeleteCommands(channelId);
  const [isAsking, asking] = useDisclosure();
  // It goes with its own buttons.
  useReturnFocus();
  const ids = [...selection.ids];
  const words = ids.length === 1 ? "1 command" : `${ids.length.toLocaleString("en-GB")} commands`;
  return (
    <div className={classes["bulk"]} role="toolbar" aria-label="Ticked commands">
      <span className={classes["ticked"]} role="status">
        {words}
      </span>
      <Button onClick={() => enable({ ids, enabled: true })}>Enable</Button>
      <Button onClick={() => enable({ ids, enabled: false })}>Disable</Button>
      <Button variant="light" color="red" leftSection={<IconTrash size={16} />} onClick={asking.open}>
        Delete
      </Button>
      <Button className={classes["done"] ?? ""} variant="subtle" onClick={selection.clear}>
        Done
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title={`Delete ${words}?`}
        message="They are no longer answered, and their counts of uses are gone."
        verb="Delete"
        danger
        onConfirm={() => {
          asking.close();
          selection.clear();
          remove(ids);
        }}
        onClose={asking.close}
      />
    </div>
  );
}
