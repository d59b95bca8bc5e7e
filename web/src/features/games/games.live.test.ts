import { QueryClient } from "@tanstack/react-query";
import { expect, onTestFinished, test, vi } from "vitest";
import { merge } from "./games.live";
import { gameQuery, playersQuery } from "./games.queries";

const KEYS = {
  roulette: gameQuery("c1", "roulette").queryKey,
  slots: gameQuery("c1", "slots").queryKey,
  players: playersQuery("c1", "roulette", "net").queryKey,
};

function openCache(): QueryClient {
  const client = new QueryClient();
  for (const queryKey of Object.values(KEYS)) client.setQueryData<unknown>(queryKey, {});
  return client;
}

const outdated = (client: QueryClient) =>
  Object.entries(KEYS)
    .filter(([, queryKey]) => client.getQueryState(queryKey)?.isInvalidated)
    .map(([name]) => name);

test("saved settings are fetched again, but only those of the saved game", () => {
  const client = openCache();
  merge(client, "c1", [{ type: "game_changed", game: "slots" }]);
  expect(outdated(client)).toEqual(["slots"]);
});

test("statistics are fetched with the first bet, and two seconds later once for all further bets", () => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const client = openCache();
  merge(client, "c1", [{ type: "bet_made", game: "roulette" }]);
  expect(outdated(client)).toEqual(["players"]);
  client.setQueryData<unknown>(KEYS.players, { bets: 1 });
  merge(client, "c1", [{ type: "bet_made", game: "roulette" }]);
  expect(outdated(client)).toEqual([]);
  vi.advanceTimersByTime(2_000);
  expect(outdated(client)).toEqual(["players"]);
});
