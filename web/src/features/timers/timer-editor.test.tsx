import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "../../api/query-client";
import { versionOf } from "../../ui/editor/version";
import { draftOf } from "./draft";
import { timer } from "./test-timer";
import { TimerEditor } from "./timer-editor";

const socials = timer();
const saved = { draft: draftOf(socials), version: versionOf(socials) };

test("the button that runs a timer keeps the focus while it runs, and runs it once", async () => {
  const runs: ((answer: Response) => void)[] = [];
  vi.stubGlobal("fetch", (request: Request) => {
    if (request.url.endsWith("/run")) return new Promise((resolve) => runs.push(resolve));
    return Promise.resolve(Response.json([]));
  });
  const element = <TimerEditor channelId="c1" timer={socials} saved={saved} canManage />;
  render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <MantineProvider forceColorScheme="dark" env="test">
        <RouterProvider router={createMemoryRouter([{ path: "/", element }])} />
      </MantineProvider>
    </QueryClientProvider>,
  );
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
