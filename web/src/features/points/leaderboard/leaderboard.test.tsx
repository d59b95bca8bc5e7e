import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "../../../api/query-client";
import type { PointSettings } from "../../../session/points/points";
import { Leaderboard } from "./leaderboard";

const account = { provider: "kick", provider_viewer_id: "9", login: "espresso", name: "Espresso" };
const standing = (balance: number) => ({ rank: 1, balance, accounts: [{ ...account, avatar_url: "", colour: "" }] });
const times = { starts_at: "2026-05-01T12:00:00Z", ends_at: null, is_complete: true };
const PAGES: Record<string, unknown> = {
  all: { records: [standing(18_450)], cursor: null, period: null },
  month: { records: [standing(3_650)], cursor: null, period: times },
  stream: { records: [], cursor: null, period: times },
};
const settings = { enabled: true, name_plural: "pinecones", public_leaderboard: false } as PointSettings;

test("the leaderboard shows the points of all time, this month or tonight, and says what counts", async () => {
  vi.stubGlobal("fetch", (request: Request | string) => {
    const url = new URL(typeof request === "string" ? request : request.url, "http://localhost");
    return Promise.resolve(Response.json(PAGES[url.searchParams.get("period") ?? ""] ?? []));
  });
  render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <MantineProvider forceColorScheme="dark" env="test">
        <MemoryRouter>
          <Leaderboard channelId="c1" settings={settings} canManage={false} />
        </MemoryRouter>
      </MantineProvider>
    </QueryClientProvider>,
  );
  await screen.findByText("18,450");
  const periods = within(screen.getByRole("group", { name: "Period" }));
  expect(periods.getByRole("radio", { name: "All time" })).toHaveProperty("checked", true);
  await userEvent.click(periods.getByRole("radio", { name: "This month" }));
  await screen.findByText("3,650");
  expect(screen.queryByText("18,450")).toBeNull();
  screen.getByText(/^Counts pinecones earned by watching, chatting, follows, subs and payments since 1 May, /);
  await userEvent.click(periods.getByRole("radio", { name: "Tonight" }));
  await screen.findByRole("heading", { name: "Nobody has earned pinecones tonight" });
  screen.getByText(/since this stream started, 1 May, .* Updated every minute\.$/);
});
