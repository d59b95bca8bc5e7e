import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { createQueryClient } from "../../../api/query-client";
import { type CommandDraft, NEW_RESPONSE, newCommand } from "../../../ui/command/new-command";
import { DEFAULT_CALLER } from "../../../ui/preview/caller";
import { ResponsesSection } from "./responses-section";

const responses = ["One", "Two", "Three"].map((text) => ({ ...NEW_RESPONSE, text }));

function Editor() {
  const [draft, setDraft] = useState<CommandDraft>({ ...newCommand(), responses });
  const [active, setActive] = useState(0);
  const change = (part: Partial<CommandDraft>) => setDraft((before) => ({ ...before, ...part }));
  const form = { draft, change, errorOf: () => undefined, invalidFields: [], failure: null, isLocked: false };
  return (
    <ResponsesSection
      {...form}
      channelId="c1"
      commandId={null}
      caller={DEFAULT_CALLER}
      active={active}
      onActive={setActive}
    />
  );
}

beforeEach(() => {
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <MantineProvider forceColorScheme="dark" env="test">
        <Editor />
      </MantineProvider>
    </QueryClientProvider>,
  );
});

const response = (index: number) => screen.getByRole<HTMLTextAreaElement>("textbox", { name: `Response ${index}` });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

test("an added response gets the focus; after a removal the neighbouring response gets it", () => {
  press("Add response");
  expect(document.activeElement).toBe(response(4));
  press("Remove response 4");
  expect(document.activeElement).toBe(response(3));
  press("Remove response 1");
  expect([document.activeElement, response(1).value]).toEqual([response(1), "Two"]);
});
