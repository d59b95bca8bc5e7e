import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { api, unwrap } from "../../../api/client";
import { keys } from "../../../api/keys";
import type { components } from "../../../api/schema";

export type SetUpStep = components["schemas"]["SetUpStep"];

const SET_UP = "/api/2/channels/{channel_id}/rehearsal/set-up";

export function setUpQuery(channelId: string) {
  return queryOptions({
    queryKey: [...keys.channel(channelId), "rehearsal", "set-up"],
    queryFn: async (): Promise<SetUpStep[]> =>
      (await unwrap(api.GET(SET_UP, { params: { path: { channel_id: channelId } } }))).steps,
    meta: { quiet: true },
  });
}

interface SetUpProgress {
  /** Key of the running step. */
  current: string | null;
  failed: { step: string; error: unknown } | null;
}

/** The running step of each channel by channel id; `finished` also resolves after a failure. */
const runningSteps = new Map<string, { step: string; finished: Promise<void> }>();

/**
 * `start` runs the steps that are not done, in order, until one fails or the component is unmounted; called again, it
 * runs those still left. It first waits for a step that an earlier component left running.
 */
export function useSetUp(channelId: string, onDone: () => void) {
  const client = useQueryClient();
  const [progress, setProgress] = useState<SetUpProgress>({ current: null, failed: null });
  const isRunning = useRef(false);
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  const start = useCallback(async () => {
    if (isRunning.current) return;
    isRunning.current = true;
    let step: SetUpStep | undefined;
    try {
      const running = runningSteps.get(channelId);
      if (running) setProgress({ current: running.step, failed: null });
      await running?.finished;
      let steps = await client.fetchQuery({ ...setUpQuery(channelId), staleTime: 0 });
      if (!isMounted.current) return;
      for (step = nextStep(steps); step; step = nextStep(steps, step.key)) {
        setProgress({ current: step.key, failed: null });
        steps = await runStep(channelId, step.key);
        client.setQueryData(setUpQuery(channelId).queryKey, steps);
        if (!isMounted.current) return;
      }
      setProgress({ current: null, failed: null });
      onDone();
    } catch (error) {
      setProgress({ current: null, failed: { step: step?.key ?? "", error } });
    } finally {
      isRunning.current = false;
    }
  }, [client, channelId, onDone]);
  return { ...progress, start };
}

/** The first step after the step `after` that is not done; a step that was run and is still not done is skipped. */
export function nextStep(steps: readonly SetUpStep[], after?: string): SetUpStep | undefined {
  const from = after === undefined ? 0 : steps.findIndex(({ key }) => key === after) + 1;
  return steps.slice(from).find(({ is_done }) => !is_done);
}

async function runStep(channelId: string, step: string): Promise<SetUpStep[]> {
  const path = { channel_id: channelId, step };
  const response = unwrap(api.POST(`${SET_UP}/{step}`, { params: { path } }));
  const forget = () => void runningSteps.delete(channelId);
  runningSteps.set(channelId, { step, finished: response.then(forget, forget) });
  return (await response).steps;
}
