import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "../../../api/query-client";
import { BalanceImportDialog } from "./balance-import-dialog";

async function review(areNamesUnique: boolean) {
  const row = { position: 1, name: "wren", points: 5, state: "known", problem: "" };
  const counts = { known: 1, unknown: 0, imported: 0, bad: 0, points: 5 };
  const answer = { rows: [row], ...counts, are_names_unique: areNamesUnique };
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json(answer)));
  render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <MantineProvider forceColorScheme="dark" env="test">
        <BalanceImportDialog channelId="c1" onClose={() => undefined} />
      </MantineProvider>
    </QueryClientProvider>,
  );
  fireEvent.change(screen.getByLabelText("Export with names and points"), { target: { value: "wren,5" } });
  fireEvent.click(screen.getByRole("button", { name: "Review" }));
  await screen.findByText(/1 viewer gets theirs now/);
  return screen.queryByText(/Names on this platform are not unique/);
}

test("the review warns on a platform where a name may belong to several viewers", async () => {
  expect(await review(false)).not.toBeNull();
});

test("the review does not warn on a platform where names are unique", async () => {
  expect(await review(true)).toBeNull();
});
