import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { keys } from "../../api/keys";
import { topics } from "../../live/topics";

/** Keeps what is on the screen current: chat adds quotes as well. */
export function useQuotesLive(channelId: string): void {
  const client = useQueryClient();
  useEffect(() => {
    const refetch = () => void client.invalidateQueries({ queryKey: keys.quotes(channelId) });
    return topics.subscribe(`${channelId}:quotes`, {
      onEvents: refetch,
      onRefetch: refetch,
      // Access was taken away or the channel is gone: the channel itself is asked again and says which.
      onDenied: () => void client.invalidateQueries({ queryKey: keys.channel(channelId) }),
    });
  }, [client, channelId]);
}
