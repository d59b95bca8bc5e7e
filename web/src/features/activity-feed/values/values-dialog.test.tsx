import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ValuesDialog } from "./values-dialog";

const RECORDS = [
  { key: "USD", value: 1_000_000, default: 1_000_000 },
  { key: "EUR", value: 1_200_000, default: 1_170_000 },
  { key: "BITS", value: 10_000, default: 10_000 },
  { key: "sub_1", value: 4_990_000, default: 4_990_000 },
];

function open() {
  const saved: unknown[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method === "PUT") saved.push(await request.json());
    return Response.json({ records: RECORDS, rates_of: "2025-10" });
  });
  const onClose = vi.fn();
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <ValuesDialog channelId="c1" onClose={onClose} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { saved, onClose };
}

const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name);
const type = async (name: string, value: string) => fireEvent.change(await field(name), { target: { value } });

test("the values that differ from the defaults are saved", async () => {
  const { saved, onClose } = open();
  expect((await field("1 Euro (EUR)")).value).toBe("1.20");
  await type("1 Bit", "0.02");
  fireEvent.click(screen.getByText("Save"));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(saved).toEqual([{ values: { EUR: 1_200_000, BITS: 20_000 } }]);
});

test("one button restores all defaults", async () => {
  const { saved, onClose } = open();
  await type("Tier 1 sub, a month", "1");
  fireEvent.click(screen.getByText("Back to defaults"));
  fireEvent.click(screen.getByText("Save"));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(saved).toEqual([{ values: {} }]);
});

test("a field whose text is not an amount is invalid, and nothing is sent", async () => {
  const { saved, onClose } = open();
  await type("1 Bit", "a lot");
  fireEvent.click(screen.getByText("Save"));
  expect((await field("1 Bit")).getAttribute("aria-invalid")).toBe("true");
  expect((await field("1 Bit")).value).toBe("a lot");
  expect([saved.length, onClose.mock.calls.length]).toEqual([0, 0]);
});
