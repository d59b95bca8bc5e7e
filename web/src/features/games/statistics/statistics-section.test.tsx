import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "../../../api/query-client";
import { StatisticsSection } from "./statistics-section";

const totals = { bets: 2, wins: 1, staked: 20, paid: 20, players: 1 };
const player = { provider: "kick", viewer_id: "a b/9", name: "Espresso", last_bet_at: null, biggest_win: 10, net: 0 };

test("a player's name links to their points", async () => {
  const answer = (url: string) =>
    url.includes("/players") ? { records: [{ ...player, ...totals }], totals } : { records: [] };
  vi.stubGlobal("fetch", async (request: Request | string) =>
    Response.json(answer(typeof request === "string" ? request : request.url)),
  );
  render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <MantineProvider forceColorScheme="dark" env="test">
        <MemoryRouter>
          <StatisticsSection channelId="c1" game="roulette" />
        </MemoryRouter>
      </MantineProvider>
    </QueryClientProvider>,
  );
  const name = await screen.findByRole("link", { name: "Espresso" });
  expect(name.getAttribute("href")).toBe("/channels/c1/gambling/point-settings/kick/a%20b%2F9");
});
