import { useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import type { Kept, Stored, Version } from "../../ui/editor/use-editor-form";
import { isConflict, versionOf } from "../../ui/editor/version";
import type { CommandDraft } from "../../ui/template/new-command";
import type { Command } from "./command-types";
import { commandQuery, listsKey } from "./commands.queries";
import { bodyOf, draftOf } from "./draft";

/** Saves a command and answers what the server made of it. */
export function useSaveCommand(channelId: string, commandId: string | null) {
  const client = useQueryClient();
  return async (draft: CommandDraft, base: Kept<CommandDraft>): Promise<Stored<CommandDraft>> => {
    const command = await send(channelId, commandId, draft, base.version).catch(async (error: unknown) => {
      // What is in the way must be known before somebody can choose.
      if (commandId !== null && isConflict(error)) {
        await client.invalidateQueries({ queryKey: commandQuery(channelId, commandId).queryKey });
      }
      throw error;
    });
    client.setQueryData(commandQuery(channelId, command.id).queryKey, command);
    void client.invalidateQueries({ queryKey: listsKey(channelId) });
    return { id: command.id, draft: draftOf(command), version: versionOf(command) };
  };
}

function send(
  channelId: string,
  commandId: string | null,
  draft: CommandDraft,
  version: Version | null,
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
