import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "./client";
import { keys } from "./keys";

/** First channel of the user, for previews outside any channel; null without one. */
export function useMyChannel(): string | null {
  const { data } = useQuery({
    queryKey: [...keys.channels, "mine"],
    queryFn: () => unwrap(api.GET("/api/2/channels")),
    select: ({ records }) => records[0]?.id ?? null,
    meta: { quiet: true },
  });
  return data ?? null;
}
