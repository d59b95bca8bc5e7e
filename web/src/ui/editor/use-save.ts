import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import type { DraftBase, FormOptions } from "./use-editor-form";
import { isConflict, type Versioned, versionOf } from "./version";

interface SaveOptions<Draft, Thing> {
  /** Null for a new item. */
  id: string | null;
  /** Query key of one item. */
  one: (id: string) => QueryKey;
  /** Query key of the lists that show it. */
  lists: QueryKey;
  send: (draft: Draft, base: DraftBase<Draft>) => Promise<Thing>;
  /** The draft of a stored item; may need another request. */
  draftOf: (thing: Thing, sent: Draft) => Draft | Promise<Draft>;
}

/** Saves a draft, updates the cache and returns the stored state. */
export function useSave<Draft, Thing extends Versioned & { id: string }>(
  saving: SaveOptions<Draft, Thing>,
): FormOptions<Draft>["onSave"] {
  const { id, one, lists, send, draftOf } = saving;
  const client = useQueryClient();
  return async (sent, base) => {
    const thing = await send(sent, base).catch(async (error: unknown) => {
      // The conflicting version must be loaded before the user can choose.
      if (id !== null && isConflict(error)) await client.invalidateQueries({ queryKey: one(id) });
      throw error;
    });
    const draft = await draftOf(thing, sent);
    client.setQueryData(one(thing.id), thing);
    void client.invalidateQueries({ queryKey: lists });
    return { id: thing.id, draft, version: versionOf(thing) };
  };
}
