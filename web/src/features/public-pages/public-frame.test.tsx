import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { PublicFrame } from "./public-frame";
import type { PublicList } from "./public-pages.queries";

function show(wanted: string, isPlaceholderData: boolean) {
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
        what="Commands"
        list={list}
        query=""
        wanted={wanted}
        onQuery={() => undefined}
        nothing="None is public"
      >
        {() => null}
      </PublicFrame>
    </MantineProvider>,
  );
  return screen.getByRole("heading", { level: 2 }).textContent;
}

test.each([
  ["hug", false, "Nothing matches"],
  ["", true, "Nothing matches"],
  ["", false, "None is public"],
])(
  "a search that was cleared says that nothing is there only once that is known: %j, %s",
  (wanted, isWaiting, words) => {
    expect(show(wanted, isWaiting)).toBe(words);
  },
);
