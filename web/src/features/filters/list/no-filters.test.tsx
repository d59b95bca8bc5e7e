import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { keys } from "../../../api/keys";
import { createQueryClient } from "../../../api/query-client";
import { filtersQuery } from "../filters.queries";
import { filter } from "../test-filter";
import { FilterList } from "./filter-list";

const fetched = vi.fn<(request: Request) => Promise<Response>>();

beforeEach(() => {
  fetched.mockReset();
  vi.stubGlobal("fetch", fetched);
});

function show(canManage: boolean) {
  const client = createQueryClient(vi.fn());
  client.setQueryData(keys.platforms, []);
  client.setQueryData(filtersQuery("c1").queryKey, []);
  render(
    <MantineProvider forceColorScheme="dark" env="test">
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <FilterList channelId="c1" canManage={canManage} query="" onNew={vi.fn()} />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

test("one click adds the recommended filters", async () => {
  fetched.mockImplementation(() =>
    Promise.resolve(Response.json([filter("f1", { name: "Spam waves" })], { status: 201 })),
  );
  show(true);
  fireEvent.click(screen.getByRole("button", { name: "Add recommended filters" }));
  expect(await screen.findByText("Spam waves")).toBeTruthy();
  expect(fetched.mock.calls[0]?.[0].url).toMatch(/\/channels\/c1\/filters\/recommended$/);
});

test("a user who may not manage filters is not offered the recommended filters", () => {
  show(false);
  expect(screen.queryByRole("button")).toBeNull();
});
