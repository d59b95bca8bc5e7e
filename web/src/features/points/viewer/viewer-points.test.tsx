import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
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

test("a viewer's points are shown with what they earned and bet today", async () => {
  const answer = (url: string) => (url.endsWith("/points/viewers/kick/9") ? balance : { records: [], cursor: null });
  vi.stubGlobal("fetch", (asked: Request | string) =>
    Promise.resolve(Response.json(answer(typeof asked === "string" ? asked : asked.url))),
  );
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
  await screen.findByText("18,450");
  expect(screen.getAllByRole("definition").map(({ textContent }) => textContent)).toEqual([
    "18,450",
    "#12",
    "+3,650",
    "−250",
  ]);
});
