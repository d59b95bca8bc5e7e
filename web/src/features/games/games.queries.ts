import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { keys } from "../../api/keys";
import { pointSettingsQuery } from "../../session/points/points";
import type { DraftBase, FormOptions, Version } from "../../ui/editor/use-editor-form";
import { isConflict } from "../../ui/editor/version";
import type { Game, GameKey, PlayerOrder, Players, SettingsOf } from "./game-types";

const GAME = "/api/2/channels/{channel_id}/games/{game}";
const MAX_PLAYERS = 10;

export function gameQuery<Key extends GameKey>(channelId: string, game: Key) {
  return queryOptions({
    queryKey: [...keys.games(channelId), game, "settings"],
    queryFn: async (): Promise<Game<SettingsOf[Key]>> =>
      withSettings<Key>(await unwrap(api.GET(GAME, { params: { path: { channel_id: channelId, game } } }))),
  });
}

export const playersKey = (channelId: string, game: GameKey) => [...keys.games(channelId), game, "players"];

export function playersQuery(channelId: string, game: GameKey, order: PlayerOrder) {
  return queryOptions({
    queryKey: [...playersKey(channelId, game), order],
    queryFn: (): Promise<Players> =>
      unwrap(
        api.GET(`${GAME}/players`, {
          params: { path: { channel_id: channelId, game }, query: { order, limit: MAX_PLAYERS } },
        }),
      ),
  });
}

/** Saves the settings; the server rejects them if another user has saved meanwhile. */
export function useSaveGame<Key extends GameKey>(channelId: string, game: Key): FormOptions<SettingsOf[Key]>["onSave"] {
  const client = useQueryClient();
  const { queryKey } = gameQuery(channelId, game);
  return async (settings, { version }) => {
    const path = { channel_id: channelId, game };
    const request = api.PUT(GAME, {
      params: { path, query: { revision: version?.revision ?? null } },
      body: { ...settings },
    });
    const saved = await unwrap(request).catch(async (error: unknown) => {
      // The version of the other user must be loaded before the user can choose between both.
      if (isConflict(error)) await client.invalidateQueries({ queryKey });
      throw error;
    });
    const stored = withSettings<Key>(saved);
    client.setQueryData(queryKey, stored);
    return { id: game, ...baseOf(stored) };
  };
}

export function baseOf<Settings>(game: Game<Settings>): DraftBase<Settings> {
  const version: Version = { revision: game.revision, at: game.updated_at ?? "", by: game.updated_by };
  return { draft: game.settings, version };
}

/** The game with typed settings; the cast is safe, because the server validates the settings of each game. */
function withSettings<Key extends GameKey>(game: Game<Record<string, unknown>>): Game<SettingsOf[Key]> {
  return game as unknown as Game<SettingsOf[Key]>;
}

/** The plural name of the channel's points; "points" until it is loaded. */
export function usePointsName(channelId: string): string {
  return useQuery(pointSettingsQuery(channelId)).data?.name_plural ?? "points";
}
