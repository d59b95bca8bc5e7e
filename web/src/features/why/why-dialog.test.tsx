import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "../../api/query-client";
import type { ConsideredRule } from "./why.queries";
import { WhyDialog } from "./why-dialog";

function record(part: Partial<ConsideredRule>): ConsideredRule {
  return {
    kind: "command",
    id: "1",
    name: "!when",
    verdict: "acted",
    reason: "responded “Friday”",
    spans: [],
    ...part,
  };
}

function show(text: string, records: ConsideredRule[]) {
  const line = { connection_id: "c", message_id: "m", text, author: null };
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ line, removal: null, records })));
  render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <MantineProvider forceColorScheme="dark" env="test">
        <WhyDialog channelId="c1" line={line} onClose={() => undefined} />
      </MantineProvider>
    </QueryClientProvider>,
  );
}

const marks = () => [...document.querySelectorAll("mark")].map((mark) => [mark.dataset["kind"], mark.textContent]);

test("the matches of a command's pattern are marked, like those of a filter", async () => {
  const found = [
    { start: 3, end: 7 },
    { start: 15, end: 21 },
  ];
  const caught = record({ kind: "filter", id: "2", name: "Words", reason: "caught", spans: [{ start: 0, end: 2 }] });
  show("So when is the stream", [caught, record({ spans: found })]);
  expect(await screen.findByText("“Friday”")).toBeTruthy();
  expect(marks()).toEqual([
    ["filter", "So"],
    ["command", "when"],
    ["command", "stream"],
  ]);
});

test("a message that no filter, command or giveaway checked shows an empty state", async () => {
  show("thanks for the raid", []);
  expect(await screen.findByText("No filter, command or giveaway checked this message")).toBeTruthy();
  expect(marks()).toEqual([]);
});

test("a refused entry into a giveaway is explained", async () => {
  const giveaway = { kind: "giveaway", id: "3", name: "Keycap set" } as const;
  show("!keycap", [record({ ...giveaway, verdict: "skipped", reason: "Staff can't enter" })]);
  expect((await screen.findByText("Keycap set")).parentElement?.textContent).toBe("Keycap setGiveaway");
  expect(screen.getByText(/Did not enter/).textContent).toBe("Did not enter · Staff can't enter");
});
