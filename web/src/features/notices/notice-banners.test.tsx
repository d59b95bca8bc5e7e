import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "../../api/query-client";
import type { Notice } from "../../api/types";
import { settingsQuery } from "../../session/settings";
import { shownNotices } from "./dismissed-notices";
import { NoticeBanners } from "./notice-banners";

const notice: Notice = {
  id: "n2",
  text: "<b>Maintenance</b> at 18:00",
  level: "warning",
  created_at: "2030-01-02T03:04:05Z",
  ends_at: null,
};

test("a notice is shown as plain text until the user dismisses it, which is saved in the user's settings", async () => {
  const saved = vi.fn<(request: Request) => Promise<Response>>(() => new Promise(() => undefined));
  vi.stubGlobal("fetch", saved);
  const client = createQueryClient(vi.fn());
  client.setQueryData(settingsQuery.queryKey, { dismissed_notices: ["n1", "gone"] });
  render(
    <QueryClientProvider client={client}>
      <MantineProvider forceColorScheme="dark" env="test">
        <NoticeBanners notices={[notice, { ...notice, id: "n1", text: "Dismissed before" }]} />
      </MantineProvider>
    </QueryClientProvider>,
  );
  expect(screen.getAllByRole("status").map(({ textContent }) => textContent)).toEqual([
    "Warning: <b>Maintenance</b> at 18:00Dismiss",
  ]);
  await act(() => userEvent.click(screen.getByRole("button", { name: "Dismiss" })));
  expect(screen.queryByRole("status")).toBeNull();
  await vi.waitFor(() => expect(saved).toHaveBeenCalledOnce());
  expect(await saved.mock.lastCall?.[0].json()).toEqual({ dismissed_notices: ["n1", "n2"] });
});

test("a notice disappears when it ends", () => {
  const ends = Date.parse("2030-01-02T18:00:00Z");
  const ending = { ...notice, ends_at: "2030-01-02T18:00:00Z" };
  expect(shownNotices([ending], {}, ends - 1)).toEqual([ending]);
  expect(shownNotices([ending], {}, ends)).toEqual([]);
});
