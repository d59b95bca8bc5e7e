import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "../../api/query-client";
import { ChecksPanel } from "./checks-panel";

const backup = {
  name: "backup",
  title: "Backup",
  state: "warning",
  sentence: "The newest backup is 9 days old.",
  fix: "Run greenroom backup.",
  job: "backup",
  checked_at: "2026-05-04T12:00:00Z",
};

function open(nightly: { enabled: boolean; is_fixed: boolean }) {
  const state = { kept: 7, ...nightly };
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method === "PUT") {
      const body = await request.json();
      sent.push(body);
      state.enabled = body.enabled;
      return new Response(null, { status: 204 });
    }
    if (request.url.endsWith("/nightly-backups")) return Response.json(state);
    return Response.json({ checked_at: backup.checked_at, checks: [backup] });
  });
  render(
    <MantineProvider forceColorScheme="dark" env="test">
      <QueryClientProvider client={createQueryClient(() => undefined)}>
        <ChecksPanel />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return sent;
}

test("an operator can switch nightly backups on in the row of the backup check", async () => {
  const sent = open({ enabled: false, is_fixed: false });
  const nightly = await screen.findByRole<HTMLInputElement>("switch", { name: "Each night" });
  expect([nightly.checked, screen.getByRole("button", { name: "Back up now" }).tagName]).toEqual([false, "BUTTON"]);
  await userEvent.click(nightly);
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>("switch", { name: "Each night" }).checked).toBe(true));
  expect(sent).toEqual([{ enabled: true }]);
});

test("there is no switch for nightly backups if the server's settings turn them on or off", async () => {
  open({ enabled: true, is_fixed: true });
  await screen.findByRole("button", { name: "Back up now" });
  expect(screen.queryByRole("switch", { name: "Each night" })).toBeNull();
});
