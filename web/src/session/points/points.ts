import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { isInaccessible } from "../../api/errors";
import { keys } from "../../api/keys";
import { useSingleMutation } from "../../api/mutations/single-mutation";
import type { components } from "../../api/schema";
import { formatNumber } from "../../lib/locale";

type Schemas = components["schemas"];
export type PointSettings = Required<Schemas["PointSettingsFields"]>;
export type Adjustment = Schemas["AdjustIn"];
export type Balance = Schemas["BalanceOut"];

/** A viewer of a channel on one platform. */
export interface PointHolder {
  channelId: string;
  provider: string;
  viewerId: string;
}

const POINTS = "/api/2/channels/{channel_id}/points";
const HOLDER = "/api/2/channels/{channel_id}/points/viewers/{provider}/{provider_viewer_id}";

export function holderPath({ channelId, provider, viewerId }: PointHolder) {
  // Cast: the provider comes from the address of the page; the server refuses an unknown one.
  return { channel_id: channelId, provider: provider as "twitch", provider_viewer_id: viewerId };
}

export function pointSettingsQuery(channelId: string) {
  return queryOptions({
    queryKey: [...keys.points(channelId), "settings"],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET(`${POINTS}/settings`, { params: { path: { channel_id: channelId } }, signal }),
      ) as Promise<PointSettings>,
    meta: { quiet: true },
  });
}

export function balanceQuery(holder: PointHolder) {
  return queryOptions({
    queryKey: [...keys.points(holder.channelId), "balance", holder.provider, holder.viewerId],
    queryFn: ({ signal }): Promise<Balance> =>
      unwrap(api.GET(HOLDER, { params: { path: holderPath(holder) }, signal })),
    meta: { quiet: isInaccessible },
  });
}

/** Adds, takes or sets points, with a reason that the history shows. */
export function useAdjust(holder: PointHolder) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (body: Adjustment) =>
      unwrap(api.POST(`${HOLDER}/adjust`, { params: { path: holderPath(holder) }, body })),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.points(holder.channelId) }),
    // Errors are shown in the dialog.
    meta: { quiet: true },
  });
}

/** "18,450" */
export function pointNumber(amount: number): string {
  return formatNumber(amount);
}

/** "1,250 pinecones" */
export function pointWords(settings: Pick<PointSettings, "name_singular" | "name_plural"> | undefined, amount: number) {
  const name = amount === 1 ? (settings?.name_singular ?? "point") : (settings?.name_plural ?? "points");
  return `${pointNumber(amount)} ${name}`;
}

export function pointHistoryPath({ channelId, provider, viewerId }: PointHolder): string {
  return `/channels/${channelId}/gambling/point-settings/${provider}/${encodeURIComponent(viewerId)}`;
}
