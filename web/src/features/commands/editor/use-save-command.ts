import type { CommandDraft } from "../../../ui/command/new-command";
import { useSave } from "../../../ui/editor/use-save";
import { commands } from "../commands.queries";
import { bodyOf, draftOf, withDraftPositions } from "./draft";

export function useSaveCommand(channelId: string, commandId: string | null) {
  return useSave({
    id: commandId,
    itemKey: (id) => commands.item(channelId, id).queryKey,
    listsKey: commands.listsKey(channelId),
    send: (draft: CommandDraft, { version }) =>
      send(channelId, commandId, bodyOf(draft), version?.revision ?? null).catch((error: unknown) => {
        throw withDraftPositions(error, draft);
      }),
    draftOf,
  });
}

function send(channelId: string, id: string | null, body: ReturnType<typeof bodyOf>, revision: number | null) {
  return id === null ? commands.create(channelId, body) : commands.save(channelId, id, body, revision);
}
