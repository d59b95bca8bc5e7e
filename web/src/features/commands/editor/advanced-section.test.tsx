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
const refuse = () => Promise.reject(new ApiError(422, { type: "invalid", message: "Look again", errors }));
const draft: CommandDraft = { ...newCommand(), patterns: [{ kind: "regex", text: "(" }] };

function Editor() {
  const [saved] = useState({ draft, version: null });
  const form = useEditorForm({
    saved,
    isNew: true,
    isLocked: false,
    onSave: refuse,
    onCreated: () => undefined,
    onLost: () => undefined,
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

const fold = () => screen.getByRole("button", { name: /Advanced/ });
const press = (button: HTMLElement) => fireEvent.click(button);

test("what is refused opens the fold, and mending it does not shut it under the hands", async () => {
  press(screen.getByRole("button", { name: "Save" }));
  const field = await screen.findByRole("textbox", { name: "Phrase 1" });
  fireEvent.change(field, { target: { value: "(a" } });
  expect(screen.getByRole("textbox", { name: "Phrase 1" })).toBe(field);
  expect(fold().getAttribute("aria-expanded")).toBe("true");
});

test("whoever folds what was refused sees it again when the next save is refused", async () => {
  press(screen.getByRole("button", { name: "Save" }));
  await screen.findByRole("textbox", { name: "Phrase 1" });
  press(fold());
  expect(screen.queryByRole("textbox", { name: "Phrase 1" })).toBeNull();
  press(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByRole("textbox", { name: "Phrase 1" })).toBeDefined();
});

test("a phrase that is added has the focus, and one that is removed leaves it to what is beside it", () => {
  const phrase = (index: number) => screen.getByRole("textbox", { name: `Phrase ${index}` });
  const remove = (index: number) => press(screen.getByRole("button", { name: `Remove phrase ${index}` }));
  press(fold());
  press(screen.getByRole("button", { name: "Add a phrase" }));
  expect(document.activeElement).toBe(phrase(2));
  remove(2);
  expect(document.activeElement).toBe(phrase(1));
  remove(1);
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Add a phrase" }));
});
