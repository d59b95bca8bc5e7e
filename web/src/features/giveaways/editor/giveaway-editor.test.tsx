import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "../../../api/query-client";
import type { GiveawayDetails } from "../giveaway-types";
import { testGiveaway } from "../test-giveaway";
import { draftOf } from "./draft";
import { GiveawayEditor } from "./giveaway-editor";

function show(giveaway: GiveawayDetails, canManage: boolean) {
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ records: [] })));
  const saved = { draft: draftOf(giveaway), version: null };
  const element = <GiveawayEditor channelId="c1" giveaway={giveaway} saved={saved} canManage={canManage} />;
  render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <MantineProvider forceColorScheme="dark" env="test">
        <RouterProvider router={createMemoryRouter([{ path: "/", element }])} />
      </MantineProvider>
    </QueryClientProvider>,
  );
}

test.each([
  ["draft", false, "Only Editors and above can change giveaways"],
  ["open", false, "Only Editors and above can change giveaways"],
  ["open", true, "The rules are fixed since opening"],
  ["closed", true, "This giveaway is closed, so its rules no longer change"],
] as const)("a locked field of a giveaway that is %s says why (may manage: %s)", async (state, canManage, reason) => {
  show(testGiveaway({ state }), canManage);
  expect((await screen.findByRole("group", { name: "Enter by" })).title).toBe(reason);
});
