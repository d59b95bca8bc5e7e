import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import type { DraftBase, FormOptions } from "./use-editor-form";
import { isConflict, type Versioned, versionOf } from "./version";

interface SaveOptions<Draft, Thing> {
  /** Null for something new. */
  id: string | null;
  /** Where one of them is kept, and below it all that belongs to it. */
  one: (id: string) => QueryKey;
  /** Where the lists are that show it. */
  lists: QueryKey;
  send: (draft: Draft, base: DraftBase<Draft>) => Promise<Thing>;
  /** What can be changed about it; some of it may have to be asked for. */
  draftOf: (thing: Thing, sent: Draft) => Draft | Promise<Draft>;
}

/** Saves what is edited and answers what the server made of it. */
export function useSave<Draft, Thing extends Versioned & { id: string }>(
  saving: SaveOptions<Draft, Thing>,
): FormOptions<Draft>["onSave"] {
  const { id, one, lists, send, draftOf } = saving;
  const client = useQueryClient();
  return async (sent, base) => {
    const thing = await send(sent, base).catch(async (error: unknown) => {
      // What is in the way must be known before somebody can choose.
      if (id !== null && isConflict(error)) await client.invalidateQueries({ queryKey: one(id) });
      throw error;
    });
    const draft = await draftOf(thing, sent);
    client.setQueryData(one(thing.id), thing);
    void client.invalidateQueries({ queryKey: lists });
    return { id: thing.id, draft, version: versionOf(thing) };
  };
}
