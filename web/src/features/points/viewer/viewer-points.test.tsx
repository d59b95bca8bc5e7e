import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, within } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "../../../api/query-client";
import { ViewerPointsPage } from "./viewer-points.page";

const account = { provider: "kick", provider_viewer_id: "9", login: "espresso", name: "Espresso" };
const balance = {
  balance: 18_450,
  rank: 12,
  earned_today: 3_650,
  bets_today: -250,
  accounts: [{ ...account, avatar_url: "", colour: "" }],
};

const never = { bets: 0, wins: 0, staked: 0, paid: 0, biggest_win: 0, net: 0 };
const roulette = { game: "roulette", title: "Roulette", bets: 41, wins: 18, staked: 9_500, paid: 8_200 };
const played = [
  { ...roulette, biggest_win: 1_000, net: -1_300 },
  { ...never, game: "coin", title: "Coin toss" },
];

/** Opens the sheet; `games` returns the response to the request for the games. */
function openSheet(games: () => Response) {
  const answer = (url: string) => {
    if (url.endsWith("/viewers/kick/9/games")) return games();
    if (url.endsWith("/channels/c1")) return Response.json({ permissions: [] });
    return Response.json(url.endsWith("/points/viewers/kick/9") ? balance : { records: [], cursor: null });
  };
  vi.stubGlobal("fetch", async (input: Request | string) => answer(typeof input === "string" ? input : input.url));
  const path = "/channels/:channelId/gambling/point-settings/:provider/:viewerId";
  const router = createMemoryRouter([{ path, element: <ViewerPointsPage /> }], {
    initialEntries: ["/channels/c1/gambling/point-settings/kick/9"],
  });
  render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <MantineProvider forceColorScheme="dark" env="test">
        <RouterProvider router={router} />
      </MantineProvider>
    </QueryClientProvider>,
  );
}

const games = () => screen.findByRole("region", { name: "Games" });

test("a viewer's points are shown with what they earned and bet today", async () => {
  openSheet(() => Response.json({ records: [] }));
  await screen.findByText("18,450");
  expect(screen.getAllByRole("definition").map(({ textContent }) => textContent)).toEqual([
    "18,450",
    "#12",
    "+3,650",
    "−250",
  ]);
});

test("every game that the server lists is shown with what the viewer bet and won in it", async () => {
  openSheet(() => Response.json({ records: played }));
  const rows = await within(await games()).findAllByRole("row");
  expect(rows.slice(1).map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
    ["Roulette9,500 staked, 8,200 paid", "41", "18", "1,000", "−1,300"],
    ["Coin toss0 staked, 0 paid", "0", "0", "0", "0"],
  ]);
});

test("a viewer who never bet has no table of games", async () => {
  openSheet(() => Response.json({ records: [{ ...never, game: "slots", title: "Slots" }] }));
  await within(await games()).findByText("No bets yet");
  expect(screen.queryByRole("table")).toBeNull();
});

test("games that could not be loaded can be retried, while the points are shown", async () => {
  let isDown = true;
  openSheet(() => (isDown ? new Response(null, { status: 403 }) : Response.json({ records: played })));
  const retry = await within(await games()).findByRole("button", { name: "Try again" });
  screen.getByText("18,450");
  isDown = false;
  fireEvent.click(retry);
  await within(await games()).findByText("Coin toss");
});
