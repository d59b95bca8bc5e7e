import { api, unwrap } from "../../../api/client";
import type { CommandDraft } from "../../../ui/command/new-command";
import type { DraftBase } from "../../../ui/editor/drafts";
import { useSave } from "../../../ui/editor/use-save";
import type { Command } from "../command-types";
import { commandQuery, listsKey } from "../commands.queries";
import { bodyOf, draftOf, withDraftPositions } from "./draft";

export function useSaveCommand(channelId: string, commandId: string | null) {
  return useSave({
    id: commandId,
    itemKey: (id) => commandQuery(channelId, id).queryKey,
    listsKey: listsKey(channelId),
    send: (draft: CommandDraft, base) =>
      send(channelId, commandId, draft, base).catch((error: unknown) => {
        throw withDraftPositions(error, draft);
      }),
    draftOf,
  });
}

function send(
  channelId: string,
  commandId: string | null,
  draft: CommandDraft,
  { version }: DraftBase<CommandDraft>,
): Promise<Command> {
  const path = { channel_id: channelId };
  const body = bodyOf(draft);
  if (commandId === null) return unwrap(api.POST("/api/2/channels/{channel_id}/commands", { params: { path }, body }));
  return unwrap(
    api.PUT("/api/2/channels/{channel_id}/commands/{command_id}", {
      params: { path: { ...path, command_id: commandId }, query: { revision: version?.revision ?? null } },
      body,
    }),
  );
}
