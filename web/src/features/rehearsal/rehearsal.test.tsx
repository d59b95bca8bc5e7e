import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { createQueryClient } from "../../api/query-client";
import type { Channel } from "../../api/types";
import { Rehearsal } from "./rehearsal";
import { TOUR_STEPS } from "./tour/tour-steps";

const fetched = vi.fn<(request: Request) => Promise<Response>>();
const SCENES = ["go-live", "raid"].map((key) => ({ key, label: key, description: "", state: "upcoming" }));
const STATE = {
  control_url: "http://127.0.0.1:8100/control/",
  evening: { is_automatic: false, scenes: SCENES },
  moments: ["cheer", "spam-wave", "raid"].map((key) => ({ key, label: key, description: "", providers: ["twitch"] })),
  plugs: [{ provider: "kick", name: "Kick", is_plugged_in: true }],
};

beforeEach(() => {
  fetched.mockReset();
  fetched.mockImplementation(() => Promise.resolve(Response.json(STATE)));
  vi.stubGlobal("fetch", fetched);
});

function open(path: string, permissions: string[] = []) {
  // Only the fields that the panel reads.
  const channel = JSON.parse(JSON.stringify({ id: "c1", permissions })) as Channel;
  const router = createMemoryRouter([{ path: "*", element: <Rehearsal channel={channel} /> }], {
    initialEntries: [path],
  });
  render(
    <MantineProvider forceColorScheme="dark" env="test">
      <QueryClientProvider client={createQueryClient(vi.fn())}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return router;
}

async function sentChanges(): Promise<[string, unknown][]> {
  const changes = fetched.mock.calls.map(([request]) => request).filter(({ method }) => method !== "GET");
  return Promise.all(
    changes.map(
      async (request): Promise<[string, unknown]> => [
        new URL(request.url).pathname.replace(/^.*\/rehearsal/, ""),
        await request.clone().json(),
      ],
    ),
  );
}

test("the panel triggers moments, unplugs platforms and plays the next scene of the evening", async () => {
  open("/");
  fireEvent.click(screen.getByRole("button", { name: "Rehearsal" }));
  fireEvent.click(await screen.findByRole("button", { name: "raid" }));
  fireEvent.click(screen.getByRole("button", { name: /^Unplug Kick/ }));
  fireEvent.click(screen.getByRole("button", { name: "Next scene" }));
  await waitFor(async () =>
    expect(await sentChanges()).toEqual([
      ["/moments", { moment: "raid" }],
      ["/plugs/kick", { on: false }],
      ["/evening", { action: "step" }],
    ]),
  );
  expect(screen.queryByRole("button", { name: "cheer" })).toBeNull();
});

test.each([
  [["platforms.manage"], true],
  [[], false],
])("with the permissions %j the link “Connect everything” is shown: %s", async (permissions, isOffered) => {
  open("/", permissions);
  fireEvent.click(screen.getByRole("button", { name: "Rehearsal" }));
  await screen.findByRole("button", { name: "raid" });
  expect(screen.queryByRole("link", { name: "Connect everything" }) !== null).toBe(isOffered);
});

test("Escape closes the panel and the focus returns to its button", async () => {
  open("/");
  const button = screen.getByRole("button", { name: "Rehearsal" });
  fireEvent.click(button);
  fireEvent.keyDown(await screen.findByRole("complementary", { name: "Rehearsal" }), { key: "Escape" });
  expect(screen.queryByRole("complementary")).toBeNull();
  expect(document.activeElement).toBe(button);
});

test("the tour has three to five steps, moves by arrow keys, and ends after its last step", async () => {
  expect(TOUR_STEPS.length).toBeGreaterThanOrEqual(3);
  expect(TOUR_STEPS.length).toBeLessThanOrEqual(5);
  const router = open("/?tour&tab=1");
  const card = await screen.findByRole("dialog", { name: TOUR_STEPS[0]?.title ?? "" });
  await waitFor(() => expect(document.activeElement).toBe(card));
  fireEvent.keyDown(card, { key: "ArrowRight" });
  expect(screen.getByRole("dialog", { name: TOUR_STEPS[1]?.title ?? "" })).toBe(card);
  fireEvent.keyDown(card, { key: "ArrowLeft" });
  for (let step = 1; step < TOUR_STEPS.length; step += 1) fireEvent.click(screen.getByRole("button", { name: "Next" }));
  expect(screen.queryByRole("button", { name: "Skip" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Done" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(router.state.location.search).toBe("?tab=1");
});

test.each(["Escape", "Skip"])("%s skips the tour", async (way) => {
  open("/?tour");
  const card = await screen.findByRole("dialog");
  if (way === "Escape") fireEvent.keyDown(card, { key: "Escape" });
  else fireEvent.click(screen.getByRole("button", { name: "Skip" }));
  expect(screen.queryByRole("dialog")).toBeNull();
});
