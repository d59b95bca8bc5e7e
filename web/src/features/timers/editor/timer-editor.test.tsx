import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "../../../api/query-client";
import { ItemEditor } from "../../../session/channel-list/item-editor";
import { Deletable, deleteElsewhere } from "../../../ui/editor/test-deletion";
import { versionOf } from "../../../ui/editor/version";
import { timer } from "../test-timer";
import { timerList } from "../timers.page";

const socials = timer();
const ran = timer({
  last_run_at: "2030-01-02T20:00:00Z",
  chat_messages: [{ connection_id: "p1", provider: "twitch", count: 2, total: 40 }],
});
const saved = { draft: timerList.draftOf(socials, []), version: versionOf(socials) };

function show(element: ReactNode) {
  render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <MantineProvider forceColorScheme="dark" env="test">
        <RouterProvider router={createMemoryRouter([{ path: "/", element }])} />
      </MantineProvider>
    </QueryClientProvider>,
  );
}

test("Run now keeps the focus while the timer runs, and a second click sends no second request", async () => {
  const runs: ((response: Response) => void)[] = [];
  vi.stubGlobal("fetch", (request: Request) => {
    if (request.url.endsWith("/run")) return new Promise((resolve) => runs.push(resolve));
    return Promise.resolve(Response.json(request.url.endsWith("/channels/") ? { permissions: [] } : []));
  });
  show(<ItemEditor list={timerList} channelId="c1" item={socials} saved={saved} canManage />);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Socials" })));
  const button = screen.getByRole("button", { name: "Run now" });
  button.focus();
  fireEvent.click(button);
  await waitFor(() => expect(button.getAttribute("aria-busy")).toBe("true"));
  fireEvent.click(button);
  expect([document.activeElement, button.hasAttribute("disabled")]).toEqual([button, false]);
  runs[0]?.(Response.json(socials));
  await waitFor(() => expect(button.hasAttribute("aria-busy")).toBe(false));
  expect([document.activeElement, runs.length]).toEqual([button, 1]);
});

test("when another user deletes the timer, its editor hides runs, counts and buttons and keeps the typed text", () => {
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json([])));
  show(
    <Deletable>
      {(isDeleted) => (
        <ItemEditor list={timerList} channelId="c1" item={ran} saved={saved} isDeleted={isDeleted} canManage />
      )}
    </Deletable>,
  );
  const name = screen.getByRole<HTMLInputElement>("textbox", { name: "Name" });
  fireEvent.change(name, { target: { value: "Mine" } });
  const shown = () => [
    screen.queryByText("Next run:", { exact: false }),
    ...["Run now", "Copy link", "Delete"].map((label) => screen.queryByRole("button", { name: label })),
    screen.queryByRole("region", { name: "Last run" }),
    screen.queryByRole("list", { name: "Chat messages since the last run" }),
  ];
  expect(shown()).not.toContain(null);
  deleteElsewhere();
  expect(shown()).toEqual([null, null, null, null, null, null]);
  expect(name.value).toBe("Mine");
});
