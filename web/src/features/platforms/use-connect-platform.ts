import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { keys } from "../../api/keys";
import type { ChannelProvider, Platform } from "../../api/types";
import { type ConnectResult, connectInPopup } from "../../lib/auth/popup";
import { toast } from "../../ui/toast/toast";

interface RunningConnect {
  platform: string;
  result: Promise<ConnectResult>;
}

/** Connects a platform or its bot to the channel; call the result in the click handler. */
export function useConnectPlatform(channelId: string) {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: ({ result }: RunningConnect) => result,
    onSuccess: ({ kind }, { platform }) => {
      if (kind === "landed") toast.success(`${platform} connected successfully`);
      return client.invalidateQueries({ queryKey: keys.channelProviders(channelId) });
    },
  });

  return (platform: Platform, botOf?: ChannelProvider) => {
    const fetchUrl = () => fetchConnectUrl(channelId, platform.provider, botOf);
    const id = `${botOf ? `bot of ${botOf.id}` : `channel ${channelId}`} ${platform.provider}`;
    const result = connectInPopup({ id, fetchUrl, hashKey: "channel_provider_id", platform: platform.name });
    mutate({ platform: platform.name, result });
  };
}

async function fetchConnectUrl(channelId: string, provider: string, botOf?: ChannelProvider): Promise<string> {
  const bot = botOf ? { bot: "own" as const, channel_provider_id: botOf.id } : {};
  const query = { redirect_to: "/channel-provider-connected", channel_id: channelId, ...bot };
  const path = "/api/2/{provider}/connect-chat-url";
  return (await unwrap(api.GET(path, { params: { path: { provider }, query } }))).url;
}
