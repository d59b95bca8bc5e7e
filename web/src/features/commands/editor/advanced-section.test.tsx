import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../../../api/errors";
import { createQueryClient } from "../../../api/query-client";
import { type CommandDraft, newCommand } from "../../../ui/command/new-command";
import { useEditorForm } from "../../../ui/editor/use-editor-form";
import { AdvancedSection } from "./advanced-section";

const errors = [{ field: "patterns.0.text", message: "is not an expression" }];
const reject = () => Promise.reject(new ApiError(422, { type: "invalid", message: "Look again", errors }));
const draft: CommandDraft = { ...newCommand(), patterns: [{ kind: "regex", text: "(" }] };

function Editor() {
  const [saved] = useState({ draft, version: null });
  const form = useEditorForm({
    saved,
    isNew: true,
    isLocked: false,
    onSave: reject,
    onCreated: () => undefined,
    onLateFailure: () => undefined,
  });
  return (
    <>
      <AdvancedSection {...form} channelId="c1" commandId={null} />
      <button type="button" onClick={form.save}>
        Save
      </button>
    </>
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

const header = () => screen.getByRole("button", { name: /Advanced/ });
const press = (button: HTMLElement) => fireEvent.click(button);

test("a rejected field expands the section, and fixing the field keeps it expanded", async () => {
  press(screen.getByRole("button", { name: "Save" }));
  const field = await screen.findByRole("textbox", { name: "Keyword 1" });
  fireEvent.change(field, { target: { value: "(a" } });
  expect(screen.getByRole("textbox", { name: "Keyword 1" })).toBe(field);
  expect(header().getAttribute("aria-expanded")).toBe("true");
});

test("a collapsed section expands again when the next save is rejected", async () => {
  press(screen.getByRole("button", { name: "Save" }));
  await screen.findByRole("textbox", { name: "Keyword 1" });
  press(header());
  expect(screen.queryByRole("textbox", { name: "Keyword 1" })).toBeNull();
  press(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByRole("textbox", { name: "Keyword 1" })).toBeDefined();
});

test("an added keyword gets the focus; after a removal the neighbouring keyword gets it, or else Add keyword", () => {
  const keyword = (index: number) => screen.getByRole("textbox", { name: `Keyword ${index}` });
  const remove = (index: number) => press(screen.getByRole("button", { name: `Remove keyword ${index}` }));
  press(header());
  press(screen.getByRole("button", { name: "Add keyword" }));
  expect(document.activeElement).toBe(keyword(2));
  remove(2);
  expect(document.activeElement).toBe(keyword(1));
  remove(1);
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Add keyword" }));
});
