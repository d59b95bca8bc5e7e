import { useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../../api/client";
import { keys } from "../../../api/keys";
import { useSingleMutation } from "../../../api/mutations/single-mutation";
import type { components } from "../../../api/schema";

type Schemas = components["schemas"];
export type BalancesFile = Schemas["BalancesIn"];
export type BalanceRow = Schemas["BalanceRow"];

const IMPORTS = "/api/2/channels/{channel_id}/point-imports";

/** Fetches what an import would do; the dialog shows errors. */
export function useReviewBalances(channelId: string) {
  return useSingleMutation({
    mutationFn: (body: BalancesFile) =>
      unwrap(api.POST(`${IMPORTS}/review`, { params: { path: { channel_id: channelId } }, body })),
    meta: { quiet: true },
  });
}

export function useImportBalances(channelId: string) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (body: BalancesFile) =>
      unwrap(api.POST(IMPORTS, { params: { path: { channel_id: channelId } }, body })),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.points(channelId) }),
    meta: { quiet: true },
  });
}
