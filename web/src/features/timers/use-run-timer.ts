import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { messageOf } from "../../api/errors";
import { useSingleMutation } from "../../api/mutations/single-mutation";
import { platformName, usePlatforms } from "../../api/platforms";
import { toast } from "../../ui/toast/toast";
import { problemOf, runResult } from "./timer-labels";
import { type Timer, timers } from "./timers";

// The server may retry for longer; the row shows a result that arrives later.
const MAX_WAIT_MS = 30_000;

/** Posts a timer's next message now and shows the result in a toast. */
export function useRunTimer(channelId: string) {
  const client = useQueryClient();
  const platforms = usePlatforms();
  const nameOf = (provider: string) => platformName(platforms, provider);
  return useSingleMutation({
    mutationFn: async ({ id, name }: Pick<Timer, "id" | "name">) => {
      const running = toast.loading(`Running ${name}`);
      try {
        const started = await run(channelId, id);
        void client.invalidateQueries({ queryKey: timers.key(channelId) });
        const ended = await waitForEnd(client, channelId, started);
        const problem = problemOf(ended, nameOf);
        if (problem === null) running.success(runResult(ended.last_results, nameOf));
        else running.error(runResult(ended.last_results, nameOf), ended.last_skip?.reason ?? problem);
      } catch (error) {
        running.error(`Couldn't run ${name}`, messageOf(error));
      }
    },
    meta: { quiet: true },
  });
}

function run(channelId: string, timerId: string): Promise<Timer> {
  const params = { path: { channel_id: channelId, timer_id: timerId } };
  return unwrap(api.POST("/api/2/channels/{channel_id}/timers/{timer_id}/run", { params }));
}

/** Resolves when the live topic reports the end of the run, or after MAX_WAIT_MS with the timer as it was started. */
function waitForEnd(client: QueryClient, channelId: string, started: Timer): Promise<Timer> {
  if (!started.is_running) return Promise.resolve(started);
  const { queryKey } = timers.list(channelId);
  return new Promise((resolve) => {
    const end = (timer: Timer) => {
      clearTimeout(limit);
      stop();
      resolve(timer);
    };
    const check = () => {
      const timer = client.getQueryData(queryKey)?.find(({ id }) => id === started.id);
      if (timer && isAfter(timer, started) && !timer.is_running) end(timer);
    };
    const stop = client.getQueryCache().subscribe(check);
    const limit = setTimeout(() => end(started), MAX_WAIT_MS);
    check();
  });
}

/** Whether the timer shows the started run or a later run. */
function isAfter(timer: Timer, started: Timer): boolean {
  return Date.parse(timer.last_run_at ?? "") >= Date.parse(started.last_run_at ?? "");
}
