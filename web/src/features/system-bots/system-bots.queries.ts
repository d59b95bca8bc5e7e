import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { messageOf } from "../../api/errors";
import { keys } from "../../api/keys";
import { useSingleMutation } from "../../api/mutations/single-mutation";
import type { Platform } from "../../api/types";
import { type ConnectResult, connectInPopup } from "../../lib/auth/popup";
import { toast } from "../../ui/toast/toast";

const systemBotsQuery = queryOptions({
  queryKey: keys.systemBots,
  queryFn: () => unwrap(api.GET("/api/2/system-bot-providers")),
});

export function useSystemBots() {
  return useQuery(systemBotsQuery);
}

interface RunningConnect {
  platform: Platform;
  result: Promise<ConnectResult>;
}

/** Returns a function that connects the system bot of a platform in a popup; only a click handler may call it. */
export function useConnectSystemBot() {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: ({ result }: RunningConnect) => result,
    onSuccess: async ({ kind }, { platform }) => {
      // The list is refetched first, so that the toast and the row agree.
      await client.invalidateQueries({ queryKey: keys.systemBots });
      if (kind === "landed") toast.success(`${platform.name} connected successfully`);
    },
  });
  return (platform: Platform) => {
    const fetchUrl = () => fetchConnectUrl(platform.provider);
    const id = `system bot ${platform.provider}`;
    const result = connectInPopup({ id, fetchUrl, hashKey: "system_bot_provider", platform: platform.name });
    mutate({ platform, result });
  };
}

async function fetchConnectUrl(provider: string): Promise<string> {
  const query = { redirect_to: "/channel-provider-connected", bot: "system" as const };
  return (await unwrap(api.GET("/api/2/{provider}/connect-chat-url", { params: { path: { provider }, query } }))).url;
}

/** Disconnects the bot: optimistic removal, which is undone if the request fails. */
export function useDisconnectSystemBot() {
  const client = useQueryClient();
  const { queryKey } = systemBotsQuery;
  return useSingleMutation({
    mutationFn: ({ provider }: Platform) =>
      unwrap(api.DELETE("/api/2/system-bot-providers/{provider}", { params: { path: { provider } } })),
    onMutate: async ({ provider, name }) => {
      const progress = toast.loading(`Disconnecting ${name}`);
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      client.setQueryData(queryKey, (bots) => bots?.filter((bot) => bot.provider !== provider));
      return { before, progress };
    },
    onSuccess: (_nothing, { name }, { progress }) => progress.success(`${name} disconnected`),
    onError: (error, _platform, context) => {
      client.setQueryData(queryKey, context?.before);
      context?.progress.error(messageOf(error));
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
    // The loading toast shows the result.
    meta: { quiet: true },
  });
}
