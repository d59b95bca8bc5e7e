import { usePlatforms } from "../../api/platforms";
import type { FormOptions } from "../../ui/editor/use-editor-form";
import { useSave } from "../../ui/editor/use-save";
import type { ListDeclaration, ListItem } from "./declaration";

type Saved<Item extends ListItem, Draft extends object, Body> = Pick<
  ListDeclaration<Item, Draft, Body>,
  "resource" | "draftOf" | "bodyOf"
>;

/** Returns a function that saves a draft as an item, or creates one if `id` is null. */
export function useSaveItem<Item extends ListItem, Draft extends object, Body>(
  { resource, draftOf, bodyOf }: Saved<Item, Draft, Body>,
  channelId: string,
  id: string | null,
): FormOptions<Draft>["onSave"] {
  const platforms = usePlatforms();
  return useSave<Draft, Item>({
    id,
    itemKey: (itemId) => resource.item(channelId, itemId).queryKey,
    listsKey: resource.listsKey(channelId),
    send: (draft, base) => {
      if (id === null) return resource.create(channelId, bodyOf(draft, null));
      return resource.save(channelId, id, bodyOf(draft, base.draft), base.version?.revision ?? null);
    },
    draftOf: (item) => draftOf(item, platforms),
  });
}
