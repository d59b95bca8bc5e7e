import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "../../../api/query-client";
import { QueueField } from "./queue-field";

async function show(value: string | null, onChange: (value: string | null) => void = () => undefined) {
  const records = [
    { id: "q1", name: "Races" },
    { id: "q2", name: "Duels" },
  ];
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ records })));
  render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <MantineProvider forceColorScheme="dark" env="test">
        <QueueField channelId="c1" label="Queue" value={value} error={undefined} isLocked={false} onChange={onChange} />
      </MantineProvider>
    </QueryClientProvider>,
  );
  const field = screen.getByRole<HTMLSelectElement>("combobox", { name: "Queue" });
  await waitFor(() => expect(field.disabled).toBe(false));
  return field;
}

test("“The open queue” and each queue are offered, and the id of a chosen queue is reported", async () => {
  const chosen = vi.fn<(value: string | null) => void>();
  const field = await show(null, chosen);
  expect([...field.options].map(({ text }) => text)).toEqual(["The open queue", "Races", "Duels"]);
  await userEvent.selectOptions(field, "Duels");
  expect(chosen.mock.calls).toEqual([["q2"]]);
});

test("a chosen queue that was deleted is labelled as deleted, and “The open queue” can be chosen again", async () => {
  const chosen = vi.fn<(value: string | null) => void>();
  const field = await show("gone", chosen);
  expect(field.selectedOptions[0]?.text).toBe("A deleted queue: the open one is shown");
  await userEvent.selectOptions(field, "The open queue");
  expect(chosen.mock.calls).toEqual([[null]]);
});
