import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import type { DraftBase, FormOptions } from "./use-editor-form";
import { isConflict, type Versioned, versionOf } from "./version";

interface SaveOptions<Draft, Item> {
  /** Null for a new item. */
  id: string | null;
  /** Query key of one item. */
  itemKey: (id: string) => QueryKey;
  /** Query key of the lists that show the item. */
  listsKey: QueryKey;
  send: (draft: Draft, base: DraftBase<Draft>) => Promise<Item>;
  /** The draft of a stored item; may need another request. */
  draftOf: (item: Item, sent: Draft) => Draft | Promise<Draft>;
}

/** Returns a function that saves a draft, updates the cache and returns the stored state. */
export function useSave<Draft, Item extends Versioned & { id: string }>(
  options: SaveOptions<Draft, Item>,
): FormOptions<Draft>["onSave"] {
  const { id, itemKey, listsKey, send, draftOf } = options;
  const client = useQueryClient();
  return async (sent, base) => {
    const item = await send(sent, base).catch(async (error: unknown) => {
      // The conflicting version must be loaded before the user can choose.
      if (id !== null && isConflict(error)) await client.invalidateQueries({ queryKey: itemKey(id) });
      throw error;
    });
    const draft = await draftOf(item, sent);
    client.setQueryData(itemKey(item.id), item);
    void client.invalidateQueries({ queryKey: listsKey });
    return { id: item.id, draft, version: versionOf(item) };
  };
}
