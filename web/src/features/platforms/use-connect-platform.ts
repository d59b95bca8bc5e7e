import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { keys } from "../../api/keys";
import type { ChannelProvider, Platform } from "../../api/types";
import { type ConnectResult, connectInPopup } from "../../lib/auth/popup";
import { toast } from "../../ui/toast/toast";

interface ConnectOptions {
  /** The connection that gets its own bot. */
  botOf?: ChannelProvider;
  /** The consent also allows the user to chat as the account. */
  chatAsMe?: boolean;
}

interface RunningConnect {
  platform: string;
  result: Promise<ConnectResult>;
}

/** Returns a function that connects a platform or its bot in a popup; it must be called in the click handler. */
export function useConnectPlatform(channelId: string) {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: ({ result }: RunningConnect) => result,
    onSuccess: ({ kind }, { platform }) => {
      if (kind === "landed") toast.success(`${platform} connected successfully`);
      void client.invalidateQueries({ queryKey: keys.userProviders });
      return client.invalidateQueries({ queryKey: keys.channelProviders(channelId) });
    },
  });

  return (platform: Platform, options: ConnectOptions = {}) => {
    const { botOf } = options;
    const fetchUrl = () => fetchConnectUrl(channelId, platform.provider, options);
    const id = `${botOf ? `bot of ${botOf.id}` : `channel ${channelId}`} ${platform.provider}`;
    const result = connectInPopup({ id, fetchUrl, hashKey: "channel_provider_id", platform: platform.name });
    mutate({ platform: platform.name, result });
  };
}

async function fetchConnectUrl(channelId: string, provider: string, options: ConnectOptions): Promise<string> {
  const { botOf, chatAsMe = false } = options;
  const bot = botOf ? { bot: "own" as const, channel_provider_id: botOf.id } : {};
  const query = { redirect_to: "/channel-provider-connected", channel_id: channelId, chat_as_me: chatAsMe, ...bot };
  const path = "/api/2/{provider}/connect-chat-url";
  return (await unwrap(api.GET(path, { params: { path: { provider }, query } }))).url;
}
