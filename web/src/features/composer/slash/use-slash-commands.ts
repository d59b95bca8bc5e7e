import { useQueryClient } from "@tanstack/react-query";
import { usePlatforms } from "../../../api/platforms";
import { useDeleteMessage, useModerate, useUnban } from "../../../session/moderation";
import { usePermit } from "../../../session/permits";
import type { Person } from "../person";
import { loadSlash } from "./load-slash";
import type { SlashContext } from "./slash-context";
import type { SlashModule } from "./slash-module";
import type { SlashTargets } from "./slash-targets";

type Options = Pick<SlashContext, "channelId" | "providers" | "people" | "onReply" | "onOpenViewer" | "onAmbiguous">;
type RunnableCommand = Parameters<SlashModule["runSlashCommand"]>[0];

/** Returns `runSlashCommand` with its context filled in; its code is loaded at the first call. */
export function useSlashCommands(options: Options) {
  const { channelId } = options;
  const client = useQueryClient();
  const platforms = usePlatforms();
  const moderate = useModerate(channelId).mutateAsync;
  const unban = useUnban(channelId).mutateAsync;
  const remove = useDeleteMessage(channelId).mutateAsync;
  const permit = usePermit(channelId).mutateAsync;
  return async (command: RunnableCommand, picked: Person | null, where: SlashTargets): Promise<string | null> => {
    const { runSlashCommand } = await loadSlash();
    const context = { ...options, client, platforms, moderate, unban, remove, permit };
    return runSlashCommand(command, picked, where, context);
  };
}
