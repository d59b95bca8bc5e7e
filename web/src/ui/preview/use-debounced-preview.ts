import { useDebouncedValue } from "@mantine/hooks";
import { useMemo } from "react";
import { type PreviewBody, type PreviewLine, type TextProblem, usePreview } from "../../api/variables";

const TYPING_MS = 250;
const NONE: readonly TextProblem[] = [];

export interface DebouncedPreview {
  /** One for each connected platform; nothing while they are on their way. */
  lines: readonly PreviewLine[] | undefined;
  /** What is wrong with the text. */
  problems: readonly TextProblem[];
  error: Error | null;
  /** There is nothing to try. */
  isEmpty: boolean;
  /** What is known belongs to an earlier text. */
  isStale: boolean;
  retry: () => void;
}

/** What a text would look like in chat, asked for when nobody types; without a channel nobody is asked. */
export function useDebouncedPreview(channelId: string | null, body: PreviewBody): DebouncedPreview {
  const wanted = JSON.stringify(body);
  const [settled] = useDebouncedValue(wanted, TYPING_MS);
  // What was written as this type is read as this type.
  const asked = useMemo(() => JSON.parse(settled) as PreviewBody, [settled]);
  const { data, error, isPlaceholderData, refetch } = usePreview(channelId, asked);
  const isEmpty = body.text.trim() === "";
  const known = isEmpty ? undefined : data;
  return {
    lines: known?.lines,
    problems: known?.problems ?? NONE,
    error: isEmpty ? null : error,
    isEmpty,
    isStale: wanted !== settled || isPlaceholderData,
    retry: () => void refetch(),
  };
}
