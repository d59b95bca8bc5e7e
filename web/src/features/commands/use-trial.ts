import { useDebouncedValue } from "@mantine/hooks";
import { useMemo } from "react";
import { type Preview, usePreview } from "../../api/variables";
import { type Asker, trialOf } from "./asker";
import type { Editing } from "./editing";

const TYPING_MS = 250;

interface Trial {
  preview: Preview | undefined;
  error: Error | null;
  /** What is shown belongs to an earlier text. */
  isStale: boolean;
  retry: () => void;
}

/** What an answer would look like, asked for when nobody types. */
export function useTrial({ channelId, commandId, draft }: Editing, place: number, asker: Asker): Trial {
  const wanted = JSON.stringify(trialOf(draft, place, asker, commandId));
  const [settled] = useDebouncedValue(wanted, TYPING_MS);
  const body = useMemo(() => JSON.parse(settled) as ReturnType<typeof trialOf>, [settled]);
  const { data, error, isPlaceholderData, refetch } = usePreview(channelId, body);
  const isEmpty = (draft.responses[place]?.text ?? "").trim() === "";
  return {
    preview: isEmpty ? undefined : data,
    error: isEmpty ? null : error,
    isStale: wanted !== settled || isPlaceholderData,
    retry: () => void refetch(),
  };
}
