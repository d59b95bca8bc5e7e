import { keepPreviousData, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "./client";
import { keys } from "./keys";
import type { components } from "./schema";

/** A variable that responses may use. */
export type Variable = components["schemas"]["VariableOut"];
/** A problem in a text; positions count Unicode code points, not UTF-16 code units. */
export type TextProblem = components["schemas"]["ProblemOut"];
export type Preview = components["schemas"]["PreviewOut"];
export type PreviewLine = components["schemas"]["PreviewLine"];
export type PreviewBody = components["schemas"]["PreviewIn"];

const PREVIEW_CACHE_MS = 60_000;

/** The variables that the channel's responses may use. */
export function useVariables(channelId: string | null): UseQueryResult<Variable[]> {
  return useQuery({
    queryKey: keys.variables(channelId ?? ""),
    queryFn: () =>
      unwrap(api.GET("/api/2/channels/{channel_id}/variables", { params: { path: { channel_id: channelId ?? "" } } })),
    select: ({ records }) => records,
    enabled: channelId !== null,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  });
}

/** Preview of a text on each platform, and problems of the text; the last preview stays while the next one loads. */
export function usePreview(channelId: string | null, body: PreviewBody): UseQueryResult<Preview> {
  return useQuery({
    queryKey: [...keys.variables(channelId ?? ""), "preview", body],
    queryFn: ({ signal }) =>
      unwrap(
        api.POST("/api/2/channels/{channel_id}/previews", {
          params: { path: { channel_id: channelId ?? "" } },
          body,
          signal,
        }),
      ),
    enabled: channelId !== null && body.text.trim() !== "",
    placeholderData: keepPreviousData,
    gcTime: PREVIEW_CACHE_MS,
    meta: { quiet: true },
  });
}
