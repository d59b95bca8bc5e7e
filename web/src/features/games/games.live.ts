import type { QueryClient } from "@tanstack/react-query";
import { keys } from "../../api/keys";
import { refetchLive } from "../../live/query-updates";
import { useChannelTopic } from "../../live/use-channel-topic";
import type { GameKey, Schemas } from "./game-types";
import { gameQuery, playersKey } from "./games.queries";

type GameEvent = Schemas["GameChanged"] | Schemas["BetMade"];

// Bets in this time after a refetch are shown by one more refetch: a busy chat has many bets a second.
const REFETCH_MS = 2_000;

/** Refetches settings when they are saved; statistics at the first bet, and again two seconds after it. */
export function useGamesLive(channelId: string): void {
  useChannelTopic<GameEvent>(channelId, { topic: "games", queryKey: keys.games, merge });
}

const scheduled = new Set<string>();

export function merge(client: QueryClient, channelId: string, events: readonly GameEvent[]): void {
  // The cast is safe: a game that this version of the web does not have has no queries.
  const gamesOf = (type: GameEvent["type"]) =>
    new Set(events.filter((event) => event.type === type).map(({ game }) => game as GameKey));
  for (const game of gamesOf("game_changed")) refetchLive(client, gameQuery(channelId, game).queryKey);
  for (const game of gamesOf("bet_made")) refetchPlayers(client, channelId, game);
}

function refetchPlayers(client: QueryClient, channelId: string, game: GameKey): void {
  const queryKey = playersKey(channelId, game);
  const name = queryKey.join(":");
  if (scheduled.has(name)) return;
  scheduled.add(name);
  refetchLive(client, queryKey);
  setTimeout(() => {
    scheduled.delete(name);
    refetchLive(client, queryKey);
  }, REFETCH_MS);
}
