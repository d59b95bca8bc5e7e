import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { keys } from "../../api/keys";
import { createQueryClient } from "../../api/query-client";
import { type CommandDraft, newCommand } from "./new-command";
import { UsageFields } from "./usage-fields";

let last: CommandDraft;

function Fields({ errors }: { errors: Record<string, string> }) {
  const [draft, setDraft] = useState(newCommand());
  last = draft;
  const change = (part: Partial<CommandDraft>) => setDraft({ ...draft, ...part });
  return <UsageFields draft={draft} change={change} errorOf={(field) => errors[field]} lockedBecause={undefined} />;
}

function show(errors: Record<string, string> = {}) {
  const client = createQueryClient(() => undefined);
  client.setQueryData(keys.roles, []);
  render(
    <QueryClientProvider client={client}>
      <MantineProvider forceColorScheme="dark" env="test">
        <Fields errors={errors} />
      </MantineProvider>
    </QueryClientProvider>,
  );
}

test("the cost that is entered is in the draft", () => {
  show();
  const cost = screen.getByRole("spinbutton", { name: "Cost in points" });
  fireEvent.change(cost, { target: { value: "250" } });
  expect(last.cost).toBe(250);
});

test("a cost that the server refuses is marked", () => {
  show({ cost: "must be at most 1,000,000,000" });
  expect(screen.getByText("must be at most 1,000,000,000")).toBeDefined();
});
