import { useQueryClient } from "@tanstack/react-query";
import { type CachedItems, type ChannelResource, changeItems } from "../../api/channel-resource";
import { useOptimisticToggle } from "../../api/mutations/optimistic";
import type { ItemSwitch, ListItem } from "./declaration";

interface SwitchChange<Item> {
  item: Item;
  isOn: boolean;
}

/** Returns a mutation that changes a switch of a row at once, and back if its request fails. */
export function useItemSwitch<Item extends ListItem, Body>(
  { key, listsKey }: ChannelResource<Item, Body>,
  { field, send, showElsewhere }: ItemSwitch<Item>,
  channelId: string,
) {
  const client = useQueryClient();
  const queryKey = listsKey(channelId);
  const show = (id: string, isOn: boolean) => {
    const change = (item: Item) => (item.id === id ? { ...item, [field]: isOn } : item);
    client.setQueriesData<CachedItems<Item>>(
      { queryKey },
      (list) => list && changeItems(list, (items) => items.map(change)),
    );
    showElsewhere?.(client, channelId, id, isOn);
  };
  return useOptimisticToggle({
    queryKey: key(channelId),
    lists: queryKey,
    send: ({ item, isOn }: SwitchChange<Item>) => send(channelId, item, isOn),
    show: ({ item, isOn }) => {
      show(item.id, isOn);
      return () => show(item.id, !isOn);
    },
  });
}
