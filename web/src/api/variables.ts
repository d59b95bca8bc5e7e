import { keepPreviousData, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "./client";
import { keys } from "./keys";
import type { components } from "./schema";

/** What answers may use. */
export type Variable = components["schemas"]["VariableOut"];
/** Something wrong with a text; places count whole characters, where a browser counts some twice. */
export type TextProblem = components["schemas"]["ProblemOut"];
export type Preview = components["schemas"]["PreviewOut"];
export type PreviewLine = components["schemas"]["PreviewLine"];
export type PreviewBody = components["schemas"]["PreviewIn"];

const PREVIEW_KEPT_MS = 60_000;

/** Every variable, in the order of their groups; a newer server may know more after a reload. */
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

/** What each platform would show, and what is wrong with the text; the last answer stays until the next one is there. */
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
    gcTime: PREVIEW_KEPT_MS,
    meta: { quiet: true },
  });
}
