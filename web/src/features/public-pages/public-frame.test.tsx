import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { PublicFrame } from "./public-frame";
import type { PublicList } from "./public-pages.queries";

function show(search: string, isPlaceholderData: boolean) {
  const list: PublicList<string> = {
    data: { name: "Night Shift", records: [], total: 0 },
    error: null,
    isFetching: isPlaceholderData,
    isPlaceholderData,
    hasNextPage: false,
    isFetchingNextPage: false,
    refetch: () => undefined,
    fetchNextPage: () => undefined,
  };
  render(
    <MantineProvider forceColorScheme="dark" env="test">
      <PublicFrame
        title="Commands"
        list={list}
        query=""
        search={search}
        onQuery={() => undefined}
        emptyTitle="No public commands"
      >
        {() => null}
      </PublicFrame>
    </MantineProvider>,
  );
  return screen.getByRole("heading", { level: 2 }).textContent;
}

test.each([
  ["hug", false, "No results"],
  ["", true, "No results"],
  ["", false, "No public commands"],
])("search %j, rows of an old search %s: an empty list is titled %s", (search, isPlaceholder, title) => {
  expect(show(search, isPlaceholder)).toBe(title);
});
