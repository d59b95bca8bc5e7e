import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type CachedItems, type ChannelResource, changeItems } from "../../api/channel-resource";
import { updateOptimistically } from "../../api/mutations/optimistic";
import { capitalised } from "../../lib/text/sentence";
import { DeleteDialog, type DeleteDialogState } from "../../ui/dialogs/delete-dialog";
import { toast } from "../../ui/toast/toast";
import type { ListDeclaration, ListItem } from "./declaration";

interface DeleteItemProps<Item extends ListItem, Draft extends object, Body> extends DeleteDialogState {
  list: Pick<ListDeclaration<Item, Draft, Body>, "resource" | "nameOf" | "deletionOf">;
  channelId: string;
  item: Item;
}

export function DeleteItem<Item extends ListItem, Draft extends object, Body>(
  props: DeleteItemProps<Item, Draft, Body>,
) {
  const { list, channelId, item, ...deleting } = props;
  const { mutate } = useDeleteItem(list.resource, channelId);
  return (
    <DeleteDialog
      {...deleting}
      title={`Delete ${list.nameOf(item)}?`}
      message={list.deletionOf(item)}
      onDelete={() => mutate(item.id)}
    />
  );
}

/** Deletes an item: it leaves the list at once, and returns if the request fails. */
export function useDeleteItem<Item extends { id: string }, Body>(
  { one, remove, listsKey }: ChannelResource<Item, Body>,
  channelId: string,
) {
  const client = useQueryClient();
  const queryKey = listsKey(channelId);
  return useMutation({
    mutationFn: (id: string) => remove(channelId, id),
    onMutate: (id) =>
      updateOptimistically<CachedItems<Item>>(client, queryKey, (list) =>
        changeItems(list, (items) => items.filter((item) => item.id !== id)),
      ),
    onError: (_error, _id, undo) => undo?.(),
    onSuccess: () => toast.success(`${capitalised(one)} deleted`),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}
