import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { keys } from "../../api/keys";
import { useCommandPrefix } from "../../session/commands/command-prefix";

export interface KnownCommand {
  id: string;
  /** The name without the prefix. */
  name: string;
  about: string;
}

const NONE: readonly KnownCommand[] = [];
const MAX_SUGGESTIONS = 50;

/** Suggestions for a command name that is being typed; empty if `query` is null. */
export function useKnownCommands(channelId: string, query: string | null): readonly KnownCommand[] {
  const prefix = useCommandPrefix(channelId, query !== null);
  const q = prefix + (query ?? "");
  const { data } = useQuery({
    queryKey: [...keys.commands(channelId), "known", q],
    queryFn: () =>
      unwrap(
        api.GET("/api/2/channels/{channel_id}/commands", {
          params: { path: { channel_id: channelId }, query: { q, limit: MAX_SUGGESTIONS } },
        }),
      ),
    select: ({ records }) =>
      records.flatMap(({ id, cmds, description, responses }) =>
        cmds
          .filter((name) => name.startsWith(prefix))
          .map((name) => ({ id, name: name.slice(prefix.length), about: description || (responses[0]?.text ?? "") })),
      ),
    enabled: query !== null,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    meta: { quiet: true },
  });
  return query === null ? NONE : (data ?? NONE);
}
