import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "../../../api/client";
import { keys } from "../../../api/keys";
import type { components } from "../../../api/schema";
import { holderPath, type PointHolder } from "../../../session/points/points";

type Schemas = components["schemas"];
export type ViewerGame = Schemas["ViewerGame"];

const GAMES = "/api/2/channels/{channel_id}/viewers/{provider}/{provider_viewer_id}/games";

/** The viewer's bets by game, refetched together with the points, because each bet changes the balance too. */
export function viewerGamesQuery(holder: PointHolder) {
  return queryOptions({
    queryKey: [...keys.points(holder.channelId), "games", holder.provider, holder.viewerId],
    queryFn: ({ signal }): Promise<Schemas["ViewerGames"]> =>
      unwrap(api.GET(GAMES, { params: { path: holderPath(holder) }, signal })),
  });
}
