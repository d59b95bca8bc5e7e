import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "../../../api/client";
import { keys } from "../../../api/keys";

/** Id of the user's first channel, for previews outside any channel; null while loading or without a channel. */
export function useMyChannel(): string | null {
  const { data } = useQuery({
    queryKey: [...keys.channels, "mine"],
    queryFn: () => unwrap(api.GET("/api/2/channels")),
    select: ({ records }) => records[0]?.id ?? null,
    meta: { quiet: true },
  });
  return data ?? null;
}
