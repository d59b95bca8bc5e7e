import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import type { ReactElement } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "../../api/query-client";
import { DrawPanel } from "./details/draw-panel";
import { useGiveaways } from "./giveaways.queries";
import { GiveawayList } from "./list/giveaway-list";
import { testGiveaway } from "./test-giveaway";

const missed = testGiveaway({ state: "draft", opening_problem: "Points are switched off." });

function show(element: ReactElement) {
  render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <MantineProvider forceColorScheme="dark" env="test">
        <RouterProvider router={createMemoryRouter([{ path: "/", element }])} />
      </MantineProvider>
    </QueryClientProvider>,
  );
}

function List() {
  const giveaways = useGiveaways("c1");
  return (
    <GiveawayList
      channelId="c1"
      giveaways={giveaways}
      shown={giveaways.data}
      canManage
      isSearch={false}
      onNew={() => undefined}
    />
  );
}

test("the list says why a giveaway did not open at its time", async () => {
  const records = [missed, testGiveaway({ id: "other", title: "Mug" })];
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ records })));
  show(<List />);
  expect((await screen.findAllByText(/Did not open/)).map(({ textContent }) => textContent)).toEqual([
    "Did not open: Points are switched off.",
  ]);
});

test("the screen of a giveaway says why it did not open at its time, and what to do", () => {
  show(<DrawPanel channelId="c1" giveaway={missed} canManage />);
  expect(screen.getByRole("heading", { name: "Did not open at its time" })).toBeDefined();
  expect(screen.getByText("Points are switched off. Then open it here, or choose another time.")).toBeDefined();
  expect(screen.getByRole("button", { name: "Open" })).toBeDefined();
});
