import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { keys } from "../../api/keys";
import { topics } from "../../live/topics";

const PARTS = ["commands", "timers", "quotes", "filters"] as const;
const CHANGED = /_changed$/;

/** What is compared here is the channel as it is: a change of it is compared again. */
export function useChannelFileLive(channelId: string): void {
  const client = useQueryClient();
  useEffect(() => {
    const again = () => void client.invalidateQueries({ queryKey: keys.channelFile(channelId) });
    const leave = PARTS.map((part) =>
      topics.subscribe<{ type: string }>(`${channelId}:${part}`, {
        onEvents: (events) => events.some(({ type }) => CHANGED.test(type)) && again(),
        onRefetch: again,
        // Access was taken away or the channel is gone: the channel itself is asked again and says which.
        onDenied: () => void client.invalidateQueries({ queryKey: keys.channel(channelId) }),
      }),
    );
    return () => {
      for (const stop of leave) stop();
    };
  }, [client, channelId]);
}
