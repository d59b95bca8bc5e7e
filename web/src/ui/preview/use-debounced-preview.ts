import { useDebouncedValue } from "@mantine/hooks";
import { useMemo } from "react";
import { type PreviewBody, type PreviewLine, type TextProblem, usePreview } from "../../api/variables";

const TYPING_MS = 250;
const NONE: readonly TextProblem[] = [];

export interface DebouncedPreview {
  /** One for each connected platform; undefined without a text and until a first preview has arrived. */
  lines: readonly PreviewLine[] | undefined;
  problems: readonly TextProblem[];
  error: Error | null;
  isEmpty: boolean;
  /** The preview belongs to an earlier text. */
  isStale: boolean;
  retry: () => void;
}

/** Preview of a text in chat, fetched when typing pauses; not fetched without a channel. */
export function useDebouncedPreview(channelId: string | null, body: PreviewBody): DebouncedPreview {
  const current = JSON.stringify(body);
  const [settled] = useDebouncedValue(current, TYPING_MS);
  // Cast: the text is the JSON of a `PreviewBody`.
  const request = useMemo(() => JSON.parse(settled) as PreviewBody, [settled]);
  const { data, error, isPlaceholderData, refetch } = usePreview(channelId, request);
  const isEmpty = body.text.trim() === "";
  const preview = isEmpty ? undefined : data;
  return {
    lines: preview?.lines,
    problems: preview?.problems ?? NONE,
    error: isEmpty ? null : error,
    isEmpty,
    isStale: current !== settled || isPlaceholderData,
    retry: () => void refetch(),
  };
}
