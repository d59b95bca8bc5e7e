import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { messageOf } from "../../api/errors";
import { keys } from "../../api/keys";
import { useSingleMutation } from "../../api/mutations/single-mutation";
import { platformName, usePlatforms } from "../../api/platforms";
import { toast } from "../../ui/toast/toast";
import { problemOf, runResult } from "./timer-labels";
import type { Timer } from "./timer-types";
import { timersQuery } from "./timers.queries";

// A platform that does not answer is given up by the server earlier; then the row tells.
const MAX_WAIT_MS = 30_000;

/** Says a timer's next message now, and tells how that went on each platform. */
export function useRunTimer(channelId: string) {
  const client = useQueryClient();
  const platforms = usePlatforms();
  const nameOf = (provider: string) => platformName(platforms, provider);
  return useSingleMutation({
    mutationFn: async ({ id, name }: Pick<Timer, "id" | "name">) => {
      const told = toast.loading(`Running ${name}`);
      try {
        const begun = await run(channelId, id);
        void client.invalidateQueries({ queryKey: keys.timers(channelId) });
        const ended = await untilEnded(client, channelId, begun);
        const trouble = problemOf(ended, nameOf);
        if (trouble === null) told.success(runResult(ended.last_results, nameOf));
        else told.error(runResult(ended.last_results, nameOf), ended.last_skip?.reason ?? trouble);
      } catch (error) {
        told.error(`${name} was not run`, messageOf(error));
      }
    },
    meta: { quiet: true },
  });
}

function run(channelId: string, timerId: string): Promise<Timer> {
  const params = { path: { channel_id: channelId, timer_id: timerId } };
  return unwrap(api.POST("/api/2/channels/{channel_id}/timers/{timer_id}/run", { params }));
}

/** The timer once every platform has answered, as the topic tells it; what is known when that takes too long. */
function untilEnded(client: QueryClient, channelId: string, begun: Timer): Promise<Timer> {
  if (!begun.is_running) return Promise.resolve(begun);
  const { queryKey } = timersQuery(channelId);
  return new Promise((resolve) => {
    const end = (timer: Timer) => {
      clearTimeout(limit);
      stop();
      resolve(timer);
    };
    const look = () => {
      const timer = client.getQueryData(queryKey)?.find(({ id }) => id === begun.id);
      if (timer && isAfter(timer, begun) && !timer.is_running) end(timer);
    };
    const stop = client.getQueryCache().subscribe(look);
    const limit = setTimeout(() => end(begun), MAX_WAIT_MS);
    look();
  });
}

/** Whether this is told of the same run or a later one, not of the time before it. */
function isAfter(timer: Timer, begun: Timer): boolean {
  return Date.parse(timer.last_run_at ?? "") >= Date.parse(begun.last_run_at ?? "");
}
