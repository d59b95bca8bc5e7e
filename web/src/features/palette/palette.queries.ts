import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { keys } from "../../api/keys";

const MAX_CHANNELS = 8;

/** The first channels whose name contains the text. */
export function useChannelSearch(name: string) {
  return useQuery({
    queryKey: [...keys.channels, "palette", name],
    queryFn: () =>
      unwrap(api.GET("/api/2/channels", { params: { query: { per_page: MAX_CHANNELS, ...(name ? { name } : {}) } } })),
    select: (page) => page.records,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
}
