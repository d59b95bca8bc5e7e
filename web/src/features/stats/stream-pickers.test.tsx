import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { Stream } from "./stats-types";
import { StreamPickers } from "./stream-pickers";

const stream = (id: string) => ({ id, title: `Day ${id}`, started_at: "2026-03-01T20:00:00Z", ended_at: "" }) as Stream;

/** Renders the pickers, with `against` as the stream to compare with; the server has two pages of one stream each. */
async function show(against?: Stream) {
  vi.stubGlobal("fetch", ({ url }: Request) => {
    const isOlder = new URL(url).searchParams.get("cursor") === "next";
    const page = isOlder ? { records: [stream("1")], cursor: null } : { records: [stream("2")], cursor: "next" };
    return Promise.resolve(Response.json(page));
  });
  const onChoose = vi.fn();
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <StreamPickers
          channelId="c1"
          streamId="2"
          againstId={against?.id ?? null}
          stream={stream("2")}
          against={against}
          onChoose={onChoose}
        />
      </QueryClientProvider>
    </MantineProvider>,
  );
  await screen.findAllByText("Older streams…");
  return onChoose;
}

const picker = (label: string) => screen.getByLabelText<HTMLSelectElement>(label);
const labels = (label: string) => [...picker(label).options].map(({ text }) => text.replace(/^.*, /, ""));

test("the last option loads older streams, which can then be chosen to compare with [P5]", async () => {
  const onChoose = await show();
  expect(labels("Compared with")).toEqual(["Nothing", "Older streams…"]);
  fireEvent.change(picker("Compared with"), { target: { value: "older" } });
  await screen.findAllByText(/Day 1/);
  expect(labels("Stream")).toEqual(["Day 2", "Day 1"]);
  expect(labels("Compared with")).toEqual(["Nothing", "Day 1"]);
  fireEvent.change(picker("Compared with"), { target: { value: "1" } });
  expect(onChoose.mock.calls).toEqual([["against", "1"]]);
});

test("an older stream that the URL names to compare with is shown as chosen [P5]", async () => {
  await show(stream("0"));
  expect(labels("Compared with")).toEqual(["Nothing", "Day 0", "Older streams…"]);
  expect(picker("Compared with").value).toBe("0");
});
